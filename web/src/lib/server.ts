// Whether a server of ours stands behind this page, and where the files of the app lie.
//
// The built app is the same everywhere. `galet serve` adds a line to its page that says so; a folder
// of files on any web host has none.

function meta(name: string): string | null {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? null;
}

/** Whether this page came from `galet serve`: friends, other devices and links to tables are possible. */
export function hasServer(): boolean {
  return meta('galet-server') !== null;
}

/** Which build of the app this page is; empty while developing. */
export function version(): string {
  return meta('galet-version') ?? '';
}

/** Where the app lies, with a slash at the end. On a site of files no route changes the path of the page, so
 * it is the folder of the page. */
export function root(): string {
  return hasServer() ? '/' : './';
}
