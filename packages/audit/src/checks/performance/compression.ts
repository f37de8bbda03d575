import { headerEvidence } from '../../readings/evidence.ts';
import type { Check } from '../check.ts';

/**
 * The estimated saving by compression, and the minimum saving, as in the document latency insight of
 * Lighthouse.
 */
const savedShare = { html: 0.67, other: 0.5 } as const;
const worthwhileBytes = 1400;

/** Content codings that compress. */
const compressing: ReadonlySet<string> = new Set([
  'gzip',
  'x-gzip',
  'deflate',
  'br',
  'zstd',
  'dcb',
  'dcz',
  'compress',
  'x-compress',
]);

/** Compressed pages load faster. */
export const compression: Check = {
  id: 'compression',
  category: 'performance',
  importance: 'medium',
  isAboutServer: true,
  title: 'The page is sent compressed',
  advice: 'Enable compression (Brotli or gzip) for HTML in the web server or the CDN.',
  why: 'Text shrinks a lot when it is compressed; as it is, visitors wait longer until anything appears.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/uses-text-compression',
  run: ({ response, page }) => {
    const coding = response.headers.get('content-encoding')?.join(', ').trim() ?? '';
    // A page may have several codings; one of them must compress.
    if (coding.split(',').some((name) => compressing.has(name.trim().toLowerCase()))) {
      return {
        status: 'pass',
        summary: `The server compresses the page with ${coding}.`,
        value: { coding, transferBytes: response.transferBytes, bytes: page.bytes },
        evidence: [headerEvidence('Content-Encoding', coding)],
      };
    }
    const type = response.headers.get('content-type')?.at(-1) ?? 'text/html';
    const share = /^\s*text\/html\b/i.test(type) ? savedShare.html : savedShare.other;
    const saving = Math.round(page.bytes * share);
    const value = { saving, bytes: page.bytes };
    if (saving < worthwhileBytes) {
      return { status: 'pass', summary: 'The page is too small for compression to matter.', value };
    }
    return {
      status: 'fail',
      summary: `The page is sent uncompressed; compression would save about ${saving} of ${page.bytes} bytes.`,
      value,
      evidence: coding === '' ? [] : [headerEvidence('Content-Encoding', coding)],
    };
  },
};
