// The mouse wheel over a board steps through the game.

/** How far a wheel is turned for one step, in pixels: less than one notch of a mouse. */
const NOTCH = 60;

/** A turn begins anew after so many milliseconds. */
const PAUSE = 300;

/** Pixels of a line and of a page, for browsers that count in these. */
const UNITS = [1, 33, 600];

export class Wheel {
  #turned = 0;
  #last = 0;

  turned(event: WheelEvent, step: ((by: 1 | -1) => void) | undefined): void {
    const { deltaX, deltaY, deltaMode, timeStamp } = event;
    // Zooming and scrolling come first.
    if (!step || event.ctrlKey || Math.abs(deltaX) > Math.abs(deltaY) || pageScrolls()) return;
    event.preventDefault();
    if (timeStamp - this.#last > PAUSE) this.#turned = 0;
    this.#last = timeStamp;
    this.#turned += deltaY * (UNITS[deltaMode] ?? 1);
    if (Math.abs(this.#turned) < NOTCH) return;
    step(this.#turned > 0 ? 1 : -1);
    this.#turned = 0;
  }
}

function pageScrolls(): boolean {
  return document.documentElement.scrollHeight > innerHeight + 1;
}
