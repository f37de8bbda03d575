import type { PageFacts } from '../../../page/page-facts.ts';
import { namesText, tagEvidence } from '../../../readings/evidence.ts';
import { shorten } from '../../../readings/language/language-tag.ts';
import { isLeftPrivate } from '../../../readings/own-url.ts';
import {
  isAbsoluteUrl,
  shareImagesOf,
  shareNameOf,
  shareTagsOf,
} from '../../../readings/share-tags.ts';
import type { Check } from '../../check.ts';

/** Required by the protocol: ogp.me, "Basic Metadata". */
const required = ['og:title', 'og:type', 'og:image', 'og:url'] as const;

type Required = (typeof required)[number];

const examples: Readonly<Record<Required, string>> = {
  'og:title': 'Rye bread',
  'og:type': 'website',
  'og:image': 'https://example.com/preview.jpg',
  'og:url': 'https://example.com/rye-bread',
};

/** The page has the four tags that Open Graph requires for link previews. */
export const openGraph: Check = {
  id: 'open-graph',
  category: 'seo',
  importance: 'low',
  family: 'social',
  capsFamily: true,
  title: 'The page has Open Graph tags',
  advice:
    'Add og:title, og:type, og:image and og:url with absolute URLs (https://…) to the <head>: <meta property="og:image" content="https://example.com/preview.jpg">.',
  why: 'When someone shares the page, social networks and messengers have to guess its title, text and picture.',
  source: 'https://ogp.me/',
  run: (facts) => {
    const { page } = facts;
    const tags = shareTagsOf(page);
    const images = shareImagesOf(tags);
    const has = (name: string) => tags.has(name) || (name === 'og:image' && images.length > 0);
    const missing = required.filter((name) => !has(name));
    const value = { missing, description: has('og:description') };
    if (missing.length === required.length) {
      return { status: 'fail', summary: 'The page has no Open Graph tags.', value };
    }
    const urls = [...(tags.get('og:url') ?? []), ...images];
    const local = urls.filter(({ content }) => isLeftPrivate(facts, content));
    const [privateUrl] = local;
    if (privateUrl !== undefined) {
      return {
        status: 'fail',
        summary: `${shareNameOf(privateUrl)} has a private address, which no one else can open: ${shorten(privateUrl.content, 100)}`,
        value,
        advice:
          'Write the public address of the site into the quoted tags. In Next.js, set metadataBase; elsewhere, look for the setting with the URL of the site.',
        evidence: local.map(({ meta }) => tagEvidence(meta)),
      };
    }
    const relative = urls.filter(({ content }) => !isAbsoluteUrl(content));
    if (missing.length === 0 && relative.length === 0) {
      return { status: 'pass', summary: 'og:title, og:type, og:image and og:url are set.', value };
    }
    const [first] = relative;
    const faults = [
      ...(missing.length > 0
        ? [
            `${namesText(missing)} ${missing.length > 1 ? 'are' : 'is'} ${missingWord(missing, page)}`,
          ]
        : []),
      ...(first ? [`${first.content.slice(0, 100).toWellFormed()} is not an absolute URL`] : []),
    ];
    return {
      status: 'warn',
      summary: `The Open Graph tags are incomplete: ${faults.join('; ')}.`,
      value,
      advice: adviceFor(missing),
      evidence: relative.map(({ meta }) => tagEvidence(meta)),
      points: (required.length - missing.length - (first ? 0.5 : 0)) / required.length,
    };
  },
};

/** What required tags are that have no value: a tag may be there, and empty. */
function missingWord(missing: readonly Required[], { metas }: PageFacts): string {
  const isThere = (name: string) =>
    metas.some((meta) => (meta.property ?? meta.name ?? '').trim().toLowerCase() === name);
  const empty = missing.filter(isThere);
  if (empty.length === 0) return 'missing';
  return empty.length === missing.length ? 'empty' : 'missing or empty';
}

function adviceFor(missing: readonly Required[]): string {
  const [first] = missing;
  return first === undefined
    ? 'Write the complete URL, beginning with https://, into the quoted tags.'
    : `Add ${namesText(missing)} to the <head>: <meta property="${first}" content="${examples[first]}">.`;
}
