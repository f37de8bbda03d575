import { readCodings } from '../../fetch/coding-names.ts';
import { headerEvidence } from '../../readings/evidence.ts';
import { shorten } from '../../readings/language/language-tag.ts';
import type { Check } from '../check.ts';

/** @remarks How much a page would shrink is estimated as in Lighthouse, where less than 1,400 bytes do not count. */
const savedShare = { html: 0.67, other: 0.5 } as const;
const worthwhileBytes = 1400;

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
    const header = response.headers.get('content-encoding');
    const coding = header?.join(', ').trim() ?? '';
    const { codings, unknown } = readCodings(header);
    // A page may have several codings; one of them must compress.
    if (codings.length > 0) {
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
    const evidence = coding === '' ? [] : [headerEvidence('Content-Encoding', coding)];
    const [name] = unknown;
    const wrong =
      name === undefined
        ? ''
        : ` Content-Encoding names “${shorten(name).toWellFormed()}”, which no browser or crawler knows: remove the header.`;
    if (saving >= worthwhileBytes) {
      const summary = `The page is sent uncompressed; compression would save about ${saving} of ${page.bytes} bytes.${wrong}`;
      return { status: 'fail', summary, value, evidence };
    }
    const summary = `The page is too small for compression to matter.${wrong}`;
    if (name === undefined) return { status: 'pass', summary, value };
    return { status: 'warn', summary, value, evidence };
  },
};
