import { checkOwnResources } from '../../probes/sampled-resources.ts';
import type { Check } from '../check.ts';

/** @remarks How much a file would shrink is estimated as in Lighthouse, where less than 1,400 bytes do not count. */
const savedShare = { script: 0.67, stylesheet: 0.8 } as const;
const worthwhileBytes = 1400;

/**
 * Scripts and style sheets are sent compressed. Only a sample is requested, so the check has no weight.
 */
export const resourceCompression: Check = {
  id: 'resource-compression',
  category: 'performance',
  importance: 'info',
  isAboutServer: true,
  title: 'Scripts and style sheets are sent compressed',
  advice:
    'Enable compression (Brotli or gzip) for text/css and text/javascript in the web server or the CDN, not only for HTML.',
  why: 'Uncompressed files are larger than they have to be, so the page takes longer to appear, above all on phones.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/uses-text-compression',
  samples: ['resources'],
  run: (facts) =>
    checkOwnResources(
      facts,
      ({ type, response: { contentEncoding, transferBytes } }) => {
        const isPlain = contentEncoding === null || /^(?:identity)?$/i.test(contentEncoding.trim());
        const saving = Math.round(transferBytes * savedShare[type]);
        if (!isPlain || saving < worthwhileBytes) return null;
        return `about ${saving} of ${transferBytes} bytes could be saved`;
      },
      { good: 'are sent compressed, or are small', bad: 'were sent uncompressed' },
    ),
};
