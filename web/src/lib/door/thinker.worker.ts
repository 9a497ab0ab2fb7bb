// A worker that thinks.

import { Running } from './module';
import type { FromThinker, ToThinker } from './protocol';
import { Thinker } from './thinker';

// Timers wait for some milliseconds each time; a message to oneself does not.
const own = new MessageChannel();
let next: () => void = () => undefined;
own.port1.onmessage = () => next();

const thinker = new Thinker(
  (message: FromThinker) => postMessage(message),
  (callback) => {
    next = callback;
    own.port2.postMessage(null);
  },
);

onmessage = (event: MessageEvent<ToThinker>) => {
  void thinker.hear(event.data, (module) => Running.start(module));
};
