import type { AnchorFact } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import type { PageLink } from '../../../readings/page-urls.ts';
import type { Check } from '../../check.ts';

/** An image and the text next to it are one link: two with the same name to one page are read out twice. */
export const linkTwice: Check = {
  id: 'link-twice',
  category: 'accessibility',
  importance: 'info',
  title: 'An image and its text are one link',
  advice:
    'Put the image and the text into one link, with alt="" for the image: <a href="/rye"><img src="rye.jpg" alt=""> Rye bread</a>.',
  why: 'Screen readers announce the same link twice, and people who use the Tab key have to press it twice to get on.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H2',
  run: ({ page, urls }) => {
    const described = new Set(
      page.images.flatMap(({ link, alt, hidden }) =>
        link !== null && hidden === 'no' && alt?.trim() ? [page.anchors[link]] : [],
      ),
    );
    const pairs: (readonly [PageLink, PageLink])[] = [];
    let shown = 0;
    for (const [index, link] of urls.links.entries()) {
      const next = urls.links[index + 1];
      if (!isOtherPage(link)) continue;
      shown++;
      if (next === undefined || !isOtherPage(next) || link.comparable !== next.comparable) continue;
      if (described.has(link.tag) === described.has(next.tag)) continue;
      if (isSameText(link.tag, next.tag)) pairs.push([link, next]);
    }
    if (shown < 2) return { status: 'na', summary: 'The page has no two links to other pages.' };
    const value = { links: shown, pairs: pairs.length };
    if (pairs.length === 0) {
      return { status: 'pass', summary: 'Images with a second link of the same text: 0.', value };
    }
    return {
      status: 'warn',
      summary: `${pairs.length} ${pairs.length === 1 ? 'image is' : 'images are'} followed or preceded by a second link with the same text to the same page.`,
      value,
      evidence: tagsEvidence(pairs.map(([link]) => link)),
    };
  },
};

function isOtherPage({ tag, comparable, kind }: PageLink): boolean {
  const isPage = kind === 'internal' || kind === 'external';
  return isPage && comparable !== null && tag.hidden === 'no' && tag.ariaLabel === null;
}

function isSameText(left: AnchorFact, right: AnchorFact): boolean {
  const [one, other] = [left.accessibleText, right.accessibleText];
  return one !== '' && one.length === other.length && one.toLowerCase() === other.toLowerCase();
}
