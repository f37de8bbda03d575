import type { LandmarkFact, PageFacts } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import {
  indistinctLandmarks,
  landmarkWords,
  shownLandmarksOf,
} from '../../../readings/shown-landmarks.ts';
import type { Check } from '../../check.ts';

/**
 * The page has one banner and one contentinfo landmark, or names distinguish several. That is good practice, not a rule
 * of WCAG. Several main landmarks are the subject of `main-landmark`.
 *
 * @remarks That this holds for contentinfo landmarks is from their own page; what is another version of a header is
 * ours.
 */
export const landmarkOnce: Check = {
  id: 'landmark-once',
  category: 'accessibility',
  importance: 'info',
  family: 'landmarks',
  title: 'The page has one header and one footer',
  advice:
    'Keep one <header> and one <footer> for the page. Move those of a part of the page into its <article> or <section>, or write them as a <div>: outside of these they count as those of the page.',
  why: 'Screen readers jump to the header and the footer of a page; several of them lead people to places they did not look for.',
  source: 'https://www.w3.org/WAI/ARIA/apg/patterns/landmarks/examples/banner.html',
  run: ({ page }) => {
    const [banners, footers] = [landmarksOf(page, 'banner'), landmarksOf(page, 'contentinfo')];
    if (banners.length + footers.length === 0) {
      return {
        status: 'na',
        summary: 'The page has no header or footer for assistive technology.',
      };
    }
    const value = { banners: banners.length, footers: footers.length };
    const repeated = [banners, footers].filter((all) => indistinctLandmarks(all).length > 1);
    if (repeated.length === 0) {
      return {
        status: 'pass',
        summary: 'No other header or footer counts as that of the page.',
        value,
      };
    }
    const such = [
      indistinctLandmarks(banners).length > 1 ? 'header' : '',
      indistinctLandmarks(footers).length > 1 ? 'footer' : '',
    ].filter((name) => name !== '');
    return {
      status: 'warn',
      summary: `More than one ${such.join(' and more than one ')} ${such.length > 1 ? 'count' : 'counts'} as that of the page.`,
      value,
      evidence: tagsEvidence(repeated.flat()),
    };
  },
};

/** Words of a header that is only a logo and a button. */
const fewWords = 3;

/**
 * Those that are not another version of the one before: a header with most words of another is probably the same for
 * other screens, and so is one with hardly any.
 */
function landmarksOf(page: PageFacts, kind: LandmarkFact['kind']): readonly LandmarkFact[] {
  const shown = shownLandmarksOf(page, kind);
  if (shown.length < 2) return shown;
  let before: ReadonlySet<string> = new Set();
  return shown.filter((landmark) => {
    if (landmark.words < fewWords) return false;
    const words = new Set(landmarkWords(landmark, page));
    const common = [...words].filter((word) => before.has(word)).length;
    const isVersion = common * 2 >= Math.min(words.size, before.size) && before.size > 0;
    if (!isVersion) before = words;
    return !isVersion;
  });
}
