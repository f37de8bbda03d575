import type { AuditFacts } from '../../../audit-facts.ts';
import type { Outcome } from '../../../outcome.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { isAmp } from '../../../readings/is-amp.ts';
import { postOf } from '../../../readings/post.ts';
import { obstacleToIndexing } from '../../../readings/robots/obstacle-to-indexing.ts';
import {
  evidenceOf,
  headerStatements,
  isForGoogle,
  metaStatements,
} from '../../../readings/robots/robots-statements.ts';
import { type ShareTag, shareImagesOf, shareTagsOf } from '../../../readings/share-tags.ts';
import type { Check } from '../../check.ts';

/** The sizes, the most restrictive first: of several rules, Google applies that one. */
const sizes = ['none', 'standard', 'large'];

/** The least width in pixels of an image that Google Discover shows large. */
const largeWidth = 1_200;

/**
 * A news article or a blog post allows large previews of its images, which Google Discover shows to more readers. It
 * is a choice, so the check has no weight.
 *
 * @remarks That only articles are checked is ours.
 */
export const maxImagePreview: Check = {
  id: 'max-image-preview',
  category: 'seo',
  importance: 'info',
  title: 'Google may show the article with a large image',
  advice:
    'Add max-image-preview:large to the robots meta tag of articles if Google Discover and search results may show their images large: <meta name="robots" content="max-image-preview:large">.',
  why: 'Google Discover shows the article with a small image or none, and large ones draw more visits.',
  source: 'https://developers.google.com/search/docs/appearance/google-discover',
  run: (facts): Outcome => {
    const { page } = facts;
    const post = postOf(page);
    if (post === null) {
      return { status: 'na', summary: 'The page is not certainly a news article or a blog post.' };
    }
    const tags = shareTagsOf(page);
    if (!post.properties.has('image') && shareImagesOf(tags).length === 0) {
      return { status: 'na', summary: 'The article names no image that a preview could show.' };
    }
    const obstacle = obstacleToIndexing(facts);
    if (obstacle !== null) {
      const summary = `The article is not in search results, with or without an image: it ${obstacle.text}.`;
      return { status: 'na', summary };
    }
    const rules = rulesFor(facts);
    const value = sizes.find((size) => rules.some(({ directive }) => directive.value === size));
    if (value === 'large') {
      return {
        status: 'pass',
        summary: 'The robots rules contain max-image-preview:large.',
        value,
      };
    }
    if (value !== 'none' && areTooNarrow(tags)) {
      const summary = `The image of the article is narrower than ${largeWidth} pixels by its og:image:width, so Google Discover does not show it large.`;
      return { status: 'na', summary };
    }
    if (value !== undefined) {
      const limiting = rules.filter(({ directive }) => directive.value === value);
      const summary = `max-image-preview:${value} ${value === 'none' ? 'keeps Google from showing an image' : 'limits the images that Google shows'} with the article.`;
      return { status: 'warn', summary, value, evidence: evidenceOf(limiting) };
    }
    if (isAmp(page) || page.links.some(({ rel }) => rel.includes('amphtml'))) {
      return { status: 'pass', summary: 'The article has an AMP version, which allows it.' };
    }
    return {
      status: 'warn',
      summary:
        'The robots rules lack max-image-preview:large, which lets Google Discover show the image large.',
      evidence: [tagEvidence(post.item.tag())],
    };
  },
};

/** Whether the page declares the widths of all its Open Graph images, and each is too narrow to be shown large. */
function areTooNarrow(tags: ReadonlyMap<string, readonly ShareTag[]>): boolean {
  const widths = tags.get('og:image:width') ?? [];
  if (widths.length === 0 || widths.length < (tags.get('og:image')?.length ?? 0)) return false;
  return widths.every(({ content }) => /^\d{1,4}$/.test(content) && Number(content) < largeWidth);
}

function rulesFor(facts: AuditFacts) {
  return [...metaStatements(facts), ...headerStatements(facts)].filter(
    (rule) =>
      isForGoogle(rule) &&
      rule.directive.name === 'max-image-preview' &&
      sizes.includes(rule.directive.value ?? ''),
  );
}
