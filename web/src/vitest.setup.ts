// Tests see the app as `galet serve` gives it, unless they say otherwise.

document.head.insertAdjacentHTML('beforeend', '<meta name="galet-server" content="1" />');
