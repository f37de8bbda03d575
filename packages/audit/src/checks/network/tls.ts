import type { Check } from '../check.ts';

/** TLS 1.0 and 1.1 are deprecated, and SSL before them (RFC 8996, RFC 7568). */
const modern: ReadonlySet<string> = new Set(['TLSv1.2', 'TLSv1.3']);

/**
 * The page was loaded over a TLS version that is still secure. Its certificate is valid: the fetcher
 * accepts only certificates that browsers accept.
 */
export const tls: Check = {
  id: 'tls',
  category: 'security',
  importance: 'medium',
  isAboutServer: true,
  family: 'https',
  title: 'The connection uses a current TLS version',
  advice:
    'Allow only TLS 1.2 and 1.3 in the web server or the CDN (in nginx: ssl_protocols TLSv1.2 TLSv1.3).',
  why: 'Old encryption has known weaknesses, so data such as passwords is less safe on its way.',
  source: 'https://www.rfc-editor.org/rfc/rfc8996',
  about: 'site',
  run: ({ response, probes: { handshake } }) => {
    if (!response.finalUrl.startsWith('https:') || handshake === null) {
      return { status: 'na', summary: 'The page is served over http.' };
    }
    const protocol = handshake.kind === 'response' ? handshake.protocol : null;
    if (protocol === null) {
      // The fetcher accepts no older version.
      return { status: 'pass', summary: 'The page was loaded over TLS 1.2 or newer.', value: null };
    }
    const name = protocol.replace('TLSv', 'TLS ');
    return modern.has(protocol)
      ? { status: 'pass', summary: `The connection uses ${name}.`, value: protocol }
      : {
          status: 'fail',
          summary: `The connection uses ${name}, which is no longer secure.`,
          value: protocol,
        };
  },
};
