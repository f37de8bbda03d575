import type { AuditFacts } from '../../audit-facts.ts';
import { isBlockingStyleSheet } from '../../readings/blocking-style-sheets.ts';
import { tagsEvidence } from '../../readings/evidence.ts';
import { parseLinkHeader } from '../../readings/link-header.ts';
import { resolveUrl } from '../../url/resolve-url.ts';
import type { Check } from '../check.ts';

/** The style sheets of Google Fonts, and the host of the fonts that they name. */
const styleHost = 'fonts.googleapis.com';
const fontHost = 'fonts.gstatic.com';

/**
 * Browsers connect to the host of Google's fonts before its style sheet, which delays the page, has named them.
 * Style sheets that do not delay the page pass, and so does a hint in the Link header.
 */
export const fontPreconnect: Check = {
  id: 'font-preconnect',
  category: 'performance',
  importance: 'low',
  reads: 'source',
  title: 'Browsers connect early to the server of web fonts',
  advice: `Add <link rel="preconnect" href="https://${fontHost}" crossorigin> before the style sheet of Google Fonts, or serve the fonts from your own site.`,
  why: 'The browser contacts the server of the fonts late, so visitors wait longer for text in its right look.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/uses-rel-preconnect',
  run: (facts) => {
    const sheets = facts.urls.resources.flatMap(({ kind, url, tag }) =>
      kind === 'stylesheet' && url.hostname === styleHost ? [tag] : [],
    );
    if (sheets.length === 0) {
      return { status: 'na', summary: 'The page loads no Google Fonts style sheet.' };
    }
    const blocking = sheets.filter(isBlockingStyleSheet);
    if (blocking.length === 0) {
      return { status: 'na', summary: 'The Google Fonts style sheet does not delay the page.' };
    }
    const hints = hintsOf(facts);
    const value = { sheets: blocking.length, hints: hints.length };
    if (hints.some(({ isForFonts }) => isForFonts)) {
      return {
        status: 'pass',
        summary: `A hint names ${fontHost} before its fonts are needed.`,
        value,
      };
    }
    return {
      status: 'warn',
      summary:
        hints.length === 0
          ? `A Google Fonts style sheet delays the page, and no hint names ${fontHost}, which serves the fonts.`
          : `The hint for ${fontHost} has no crossorigin attribute, so browsers do not use its connection for fonts.`,
      value,
      evidence: tagsEvidence(blocking),
    };
  },
};

/** The hints for the host of the fonts. A connection without `crossorigin` is another one (HTML standard). */
function hintsOf({ page, urls, response }: AuditFacts): readonly { isForFonts: boolean }[] {
  const base = urls.base.href;
  const isForHost = (href: string | null): boolean =>
    href !== null && resolveUrl(href, base)?.url.hostname === fontHost;
  const inHead = page.links
    .filter(({ rel, href }) => rel.some((token) => hints.has(token)) && isForHost(href))
    .map(({ crossorigin }) => ({ isForFonts: crossorigin !== null }));
  const inHeader = (response.headers.get('link') ?? [])
    .flatMap((value) => parseLinkHeader(value))
    .filter(
      ({ target, parameters }) =>
        hints.has((parameters.get('rel') ?? '').toLowerCase()) && isForHost(target),
    )
    .map(({ parameters }) => ({ isForFonts: parameters.has('crossorigin') }));
  return [...inHead, ...inHeader];
}

const hints: ReadonlySet<string> = new Set(['preconnect', 'preload']);
