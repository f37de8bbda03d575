import type { MediaFact, PageFacts, SourceTag } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import type { PageResource } from '../../../readings/page-urls.ts';
import { shareTagsOf } from '../../../readings/share-tags.ts';
import { structuredDataOf } from '../../../readings/structured-data/read-structured-data.ts';
import type { Check } from '../../check.ts';

/** Players that show one video, by host and path. */
const players: readonly (readonly [host: RegExp, path: RegExp])[] = [
  [/^(?:www\.)?youtube(?:-nocookie)?\.com$/, /^\/embed\/[\w-]{11}$/],
  [/^player\.vimeo\.com$/, /^\/video\/\d+$/],
  [/^(?:www|geo)\.dailymotion\.com$/, /^\/(?:embed\/video\/|player)/],
  [/^fast\.wistia\.(?:net|com)$/, /^\/embed\/iframe\//],
];

/**
 * A page that shows a video describes it in structured data. Whether the video is what the page is about is not in
 * the HTML, so the check has no weight. Videos without controls are decoration.
 */
export const videoStructuredData: Check = {
  id: 'video-structured-data',
  category: 'seo',
  importance: 'info',
  title: 'Videos are described in structured data',
  advice:
    'If the video is the main content of the page, describe it in JSON-LD with the type VideoObject, and its name, thumbnailUrl and uploadDate.',
  why: 'Such a description helps search engines show the video in their results, with its picture, title and date.',
  source: 'https://developers.google.com/search/docs/appearance/structured-data/video',
  run: ({ page, urls }) => {
    const videos: SourceTag[] = page.media.filter(isPlayer);
    for (const resource of urls.resources) {
      if (resource.kind === 'frame' && showsVideo(resource)) videos.push(resource.tag);
    }
    if (videos.length === 0) {
      return { status: 'na', summary: 'The page has no video with controls.' };
    }
    const value = { videos: videos.length };
    if (isDescribed(page)) {
      return { status: 'pass', summary: 'A video is described for search engines.', value };
    }
    return {
      status: 'warn',
      summary: `The page shows ${videos.length} ${videos.length === 1 ? 'video' : 'videos'}, and its structured data has no VideoObject.`,
      value,
      evidence: tagsEvidence(videos),
    };
  },
};

function isPlayer({ element, controls, hidden }: MediaFact): boolean {
  return element === 'video' && controls && hidden !== 'all';
}

function showsVideo({ tag, url }: Extract<PageResource, { kind: 'frame' }>): boolean {
  const { searchParams } = url;
  if (tag.hidden === 'all' || searchParams.get('background') === '1') return false;
  if (searchParams.get('controls') === '0') return false;
  return players.some(([host, path]) => host.test(url.hostname) && path.test(url.pathname));
}

/** Search engines also read Open Graph. JSON-LD that cannot be read may describe the video. */
function isDescribed(page: PageFacts): boolean {
  const { items, blocks } = structuredDataOf(page);
  const tags = shareTagsOf(page);
  if (tags.has('og:video') || tags.has('og:video:url')) return true;
  if (blocks.some(({ reading }) => !reading?.root)) return true;
  return items.some(
    ({ types, properties }) =>
      properties.has('video') || types.some((type) => type.startsWith('VideoObject')),
  );
}
