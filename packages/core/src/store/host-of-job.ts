/**
 * The host and port of the URL of a job, written as in `host` of a URL.
 *
 * @param url - As `jobUrlOf` returns it: normalised, and without a scheme if there was none.
 */
export function hostOfJob(url: string): string {
  const [, host = ''] = /^(?:https?:\/\/)?([^/?#]*)/.exec(url) ?? [];
  // Without it, a host such as `http:8080` would have been read as a scheme.
  return host.replace(/\.(?=:|$)/, '');
}
