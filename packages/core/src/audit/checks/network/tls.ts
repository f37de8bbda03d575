import type { Check } from '../check.ts';

/** TLS 1.0 and 1.1 are deprecated, and SSL before them (RFC 8996, RFC 7568). */
const modern: ReadonlySet<string> = new Set(['TLSv1.2', 'TLSv1.3']);

/**
 * The page came over a TLS that is still safe. Its certificate is valid, or there would be no page:
 * the fetcher takes none that browsers would not.
 */
export const tls: Check = {
  id: 'tls',
  category: 'security',
  importance: 'medium',
  title: 'The connection uses a current version of TLS',
  advice:
    'Allow TLS 1.2 and 1.3 alone in the web server or the CDN (in nginx: ssl_protocols TLSv1.2 TLSv1.3).',
  source: 'https://www.rfc-editor.org/rfc/rfc8996',
  run: ({ response, probes: { handshake } }) => {
    if (!response.finalUrl.startsWith('https:') || handshake === null) {
      return { status: 'na', summary: 'The page is served over plain http.' };
    }
    const protocol = handshake.kind === 'answered' ? handshake.protocol : null;
    if (protocol === null) {
      // The page itself came over a connection of ours, which takes nothing older.
      return { status: 'pass', summary: 'The page came over TLS 1.2 or newer.', value: null };
    }
    const name = protocol.replace('TLSv', 'TLS ');
    return modern.has(protocol)
      ? { status: 'pass', summary: `The connection uses ${name}.`, value: protocol }
      : {
          status: 'fail',
          summary: `The connection uses ${name}, which is no longer safe.`,
          value: protocol,
        };
  },
};
