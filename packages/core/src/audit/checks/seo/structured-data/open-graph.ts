import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';
import { isAbsoluteUrl, shareImagesOf, shareTagsOf } from './share-tags.ts';

/** What the protocol requires of every page: ogp.me, "Basic Metadata". */
const required = ['og:title', 'og:type', 'og:image', 'og:url'] as const;

/** The page says how it is to look where it is shared, with the four tags that Open Graph requires. */
export const openGraph: Check = {
  id: 'open-graph',
  category: 'seo',
  importance: 'low',
  title: 'The page has Open Graph tags',
  advice:
    'Add og:title, og:type, og:image and og:url to the <head>, with whole addresses: <meta property="og:image" content="https://example.com/preview.jpg">.',
  source: 'https://ogp.me/',
  run: ({ page }) => {
    const tags = shareTagsOf(page);
    const images = shareImagesOf(tags);
    const has = (name: string) => tags.has(name) || (name === 'og:image' && images.length > 0);
    const missing = required.filter((name) => !has(name));
    const value = { missing, description: has('og:description') };
    if (missing.length === required.length) {
      return { status: 'fail', summary: 'The page has no Open Graph tags.', value };
    }
    const relative = [...(tags.get('og:url') ?? []), ...images].filter(
      ({ content }) => !isAbsoluteUrl(content),
    );
    if (missing.length === 0 && relative.length === 0) {
      return { status: 'pass', summary: 'The page has the Open Graph tags it needs.', value };
    }
    const [first] = relative;
    const faults = [
      ...(missing.length > 0
        ? [`${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing`]
        : []),
      ...(first ? [`${first.content.slice(0, 100).toWellFormed()} is no whole address`] : []),
    ];
    return {
      status: 'warn',
      summary: `The Open Graph tags are not complete: ${faults.join('; ')}.`,
      value,
      evidence: relative.map(({ meta }) => tagEvidence(meta)),
      points: (required.length - missing.length - (first ? 0.5 : 0)) / required.length,
    };
  },
};
