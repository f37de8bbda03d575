/** Hosts that browsers contact by themselves, and no page loads anything from. */
const browserHosts: ReadonlySet<string> = new Set([
  'update.googleapis.com',
  'content-autofill.googleapis.com',
]);

/** Whether a request to this host is one of the browser itself. */
export function isBrowserHost(host: string): boolean {
  return browserHosts.has(host);
}
