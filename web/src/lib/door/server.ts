// Whether this page came from a server that plays along, or from a folder of files.

/** Whether there is a remote door at all. Whether it can be reached now is another matter. */
export function hasServer(): boolean {
  // While developing, one stands behind the page.
  return import.meta.env.DEV || document.querySelector('meta[name="galet-server"]') !== null;
}
