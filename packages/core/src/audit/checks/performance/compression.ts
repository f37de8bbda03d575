import type { Check } from '../check.ts';
import { headerEvidence } from '../evidence.ts';

/** Lighthouse's estimate of what compression saves of HTML, and the least it calls worthwhile. */
const savedShare = 0.67;
const worthwhileBytes = 1400;

/** Content codings that compress; anything else is the page as it is. */
const compressing: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd']);

/** Text that travels compressed arrives sooner. */
export const compression: Check = {
  id: 'compression',
  category: 'performance',
  importance: 'medium',
  title: 'The page is sent compressed',
  advice: 'Switch on compression (Brotli, zstd or gzip) for text in the web server or the CDN.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/uses-text-compression',
  run: ({ response, page }) => {
    const coding = response.headers.get('content-encoding')?.join(', ').trim() ?? '';
    if (compressing.has(coding.toLowerCase())) {
      return {
        status: 'pass',
        summary: `The page is sent compressed (${coding}).`,
        value: { coding, transferBytes: response.transferBytes, bytes: page.bytes },
        evidence: [headerEvidence('Content-Encoding', coding)],
      };
    }
    const saving = Math.round(page.bytes * savedShare);
    if (saving < worthwhileBytes) {
      return { status: 'pass', summary: 'The page is too small for compression to matter.' };
    }
    return {
      status: 'fail',
      summary: `The page is sent uncompressed; compression would save about ${saving} of ${page.bytes} bytes.`,
      value: { saving, bytes: page.bytes },
    };
  },
};
