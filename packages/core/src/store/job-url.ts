import type { Target } from '@sitegrade/audit';
import { redactUrl } from '../log/secret-parameters.ts';

const assumedScheme = 'https://';

/**
 * The URL that a job stores, from which `parseTarget` makes the same target again: without a scheme if there
 * was none, since `http://` is then tried, too. A host that would be read as a scheme (`http:8080`) gets a
 * trailing dot, which `parseTarget` removes.
 */
export function jobUrlOf({ url, schemeAssumed }: Target): string {
  if (!schemeAssumed) return url.href;
  return url.href.slice(assumedScheme.length).replace(/^(https?):/, '$1.:');
}

/** The URL of a job for events: with a scheme, and without secrets. */
export function redactJobUrl(url: string): string {
  return redactUrl(/^https?:\/\//.test(url) ? url : assumedScheme + url);
}
