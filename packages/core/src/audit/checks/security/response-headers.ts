import type { AuditFacts } from '../check.ts';

/** The values of a header, one for each time that it was sent. */
export function headerLines({ response }: AuditFacts, name: string): readonly string[] {
  return response.headers.get(name.toLowerCase()) ?? [];
}

/** The parts of a header that is a list, whichever way it was sent, trimmed; empty ones left out. */
export function headerItems(facts: AuditFacts, name: string): readonly string[] {
  return headerLines(facts, name)
    .flatMap((line) => line.split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Whether the page came over https. */
export function isHttps({ response }: AuditFacts): boolean {
  return response.finalUrl.startsWith('https:');
}

/**
 * Whether browsers trust a URL although it is http: it stays on the reader's own machine
 * (https://www.w3.org/TR/secure-contexts/#is-origin-trustworthy).
 */
export function isTrustworthy({ protocol, hostname }: URL): boolean {
  if (protocol !== 'http:') return true;
  return /^(?:127\.\d+\.\d+\.\d+|\[::1\]|(?:.*\.)?localhost)$/.test(hostname);
}
