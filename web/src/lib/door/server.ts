// Whether this page came from a server that plays along, or from a folder of files.

/** Whether there is a remote door at all. Whether it can be reached now is another matter. */
export function hasServer(): boolean {
  const said = (name: string) => document.querySelector(`meta[name="${name}"]`) !== null;
  return said('galet-server') || (!said('galet-site') && location.protocol !== 'file:');
}
