import type { Target } from '../audit/fetch/parse-target.ts';
import { redactUrl } from '../log/secret-parameters.ts';

const assumedScheme = 'https://';

/**
 * The URL that a job stores, from which `parseTarget` makes the same target again: without a scheme if there
 * was none, since `http://` is then tried, too.
 */
export function jobUrlOf({ url, schemeAssumed }: Target): string {
  return schemeAssumed ? url.href.slice(assumedScheme.length) : url.href;
}

/** The URL of a job for events: with a scheme, and without secrets. */
export function redactJobUrl(url: string): string {
  return redactUrl(/^https?:\/\//.test(url) ? url : assumedScheme + url);
}
