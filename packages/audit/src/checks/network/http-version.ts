import type { Outcome } from '../../outcome.ts';
import { reasonText } from '../../probes/probe-verdicts.ts';
import { headerEvidence } from '../../readings/evidence.ts';
import type { Check } from '../check.ts';

/** HTTP/3 and its drafts in an `Alt-Svc` header (RFC 9114 §3.1.1). */
const http3 = /(?:^|[\s,])h3(?:-\d{1,3})?=/i;

/** HTTP/2 and HTTP/3 load many files over one connection. */
export const httpVersion: Check = {
  id: 'http-version',
  category: 'performance',
  importance: 'low',
  isAboutServer: true,
  title: 'The server supports HTTP/2 or HTTP/3',
  advice:
    'Enable HTTP/2 in the web server or the CDN (in nginx: http2 on; in Apache: Protocols h2 http/1.1).',
  why: 'Over the old protocol, browsers fetch the many files of a page more slowly.',
  source: 'https://developer.chrome.com/docs/lighthouse/best-practices/uses-http2',
  run: ({ response, probes: { handshake } }): Outcome => {
    if (!response.finalUrl.startsWith('https:') || handshake === null) {
      return { status: 'na', summary: 'Browsers use HTTP/2 only over https.' };
    }
    const services = (response.headers.get('alt-svc') ?? []).filter((line) => http3.test(line));
    const evidence = services.slice(0, 1).map((line) => headerEvidence('Alt-Svc', line));
    const alpn = handshake.kind === 'response' ? handshake.alpn : null;
    const value = { alpn, http3: services.length > 0 };
    if (services.length > 0) {
      const both = alpn === 'h2' ? 'HTTP/2 and HTTP/3' : 'HTTP/3';
      return { status: 'pass', summary: `The server offers ${both}.`, value, evidence };
    }
    if (alpn === 'h2') return { status: 'pass', summary: 'The server offers HTTP/2.', value };
    if (handshake.kind !== 'response') {
      return {
        status: 'error',
        summary: `HTTP/2 support could not be checked: ${reasonText(handshake)}.`,
        value,
      };
    }
    return {
      status: 'warn',
      summary: 'The server offers only HTTP/1.1.',
      value,
    };
  },
};
