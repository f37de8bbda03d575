import type { AuditFacts } from '../audit-facts.ts';

/** The values of a header, one for each header line. */
export function headerLines(
  { response }: Pick<AuditFacts, 'response'>,
  name: string,
): readonly string[] {
  return response.headers.get(name.toLowerCase()) ?? [];
}

/** The items of a list header, from all its lines, trimmed; empty ones are left out. */
export function headerItems(facts: AuditFacts, name: string): readonly string[] {
  return headerLines(facts, name)
    .flatMap((line) => line.split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Whether the page was loaded over https. */
export function isHttps({ response }: AuditFacts): boolean {
  return response.finalUrl.startsWith('https:');
}

/**
 * Whether browsers treat a URL as secure: https, or http on the visitor's own machine
 * (https://www.w3.org/TR/secure-contexts/#is-origin-trustworthy).
 */
export function isTrustworthy(url: URL): boolean {
  if (url.protocol !== 'http:') return true;
  return /^(?:127\.\d+\.\d+\.\d+|\[::1\]|(?:.*\.)?localhost)$/.test(url.hostname);
}
