import type { Gap, Site, TargetGap } from '../site.ts';
import { count, pagesHave, urlText } from './words.ts';

/** What of the site is not known, for a number of pages. */
const gapTexts: Readonly<Record<Gap, (pages: number) => string>> = {
  not_requested: (urls) => count(urls, 'URL was not requested', 'URLs were not requested'),
  excluded: (urls) => count(urls, 'URL was excluded', 'URLs were excluded'),
  not_read: (pages) => count(pages, 'page could not be read', 'pages could not be read'),
  scripts: (pages) => `scripts add the content of ${count(pages, 'page', 'pages')}`,
  cut: (pages) => `${pagesHave(pages)} more links than are kept`,
  not_followed: (pages) =>
    `links of ${count(pages, 'page', 'pages')} that only canonical links or language versions lead to were not followed`,
};

/** Gaps that hide texts. What the owner excludes from the crawl is to be compared with nothing. */
const gapsOfTexts: readonly Gap[] = ['not_requested', 'not_read', 'scripts'];

const unknownPages = 'Not every page and link of the site is known';
const onlyCrawls = `${unknownPages}: only a crawl finds them.`;

/** Why rules about links cannot say that there is no issue; `null` if every page and link is known. */
export function uncheckedLinks(site: Site): string | null {
  return site.isComplete ? null : pagesReason(site, Object.keys(gapTexts) as Gap[], true);
}

/** Why rules about texts of pages cannot say that there is no issue; `null` if all of them are known. */
export function uncheckedTexts(site: Site): string | null {
  return pagesReason(site, gapsOfTexts, site.unchecked.hasOtherPages);
}

function pagesReason(
  { isCrawl, unchecked }: Site,
  gaps: readonly Gap[],
  hasOtherPages: boolean,
): string | null {
  const texts = gaps.flatMap((gap) => {
    const pages = unchecked.pages[gap] ?? 0;
    return pages === 0 ? [] : [gapTexts[gap](pages) + exampleOf(gap, pages, unchecked)];
  });
  if (texts.length === 0 && !hasOtherPages) return null;
  if (!isCrawl) return onlyCrawls;
  return texts.length === 0 ? `${unknownPages}.` : `${unknownPages}: ${texts.join('; ')}.`;
}

/** The page that could not be read, or one of them: that may be a fault of the site, which its owner can find. */
function exampleOf(gap: Gap, pages: number, { unreadPage }: Site['unchecked']): string {
  if (gap !== 'not_read' || unreadPage === null) return '';
  return pages === 1 ? `, ${urlText(unreadPage)}` : `, such as ${urlText(unreadPage)}`;
}

/** Why rules about what links lead to cannot say that there is no issue; `null` if all of it was requested. */
export function uncheckedLinkTargets(site: Site): string | null {
  const reason = uncheckedLinks(site);
  if (reason !== null) return reason;
  const { blockedLinks, hasNofollowLinks } = site.unchecked;
  const texts = [
    ...(blockedLinks > 0
      ? [`robots.txt blocks ${count(blockedLinks, 'linked URL', 'linked URLs')}`]
      : []),
    ...(hasNofollowLinks ? ['links with nofollow are not followed'] : []),
  ];
  return texts.length === 0 ? null : `Not every linked URL was requested: ${texts.join('; ')}.`;
}

/** Why rules about missing pages cannot say that there is no issue; `null` if missing pages respond with an error. */
export function uncheckedMissing({ findings }: Site): string | null {
  const isPage = (findings.get('not-found-status')?.failedCount ?? 0) > 0;
  return isPage ? 'The site responds to URLs that do not exist as to pages that do.' : null;
}

/** Why rules about URLs in sitemaps cannot say that there is no issue; `null` if all of them were requested. */
export function uncheckedListed({ sitemaps, unchecked: { listed } }: Site): string | null {
  if (sitemaps === 'partial') return partialSitemaps;
  if (listed === 0) return null;
  return `${count(listed, 'URL', 'URLs')} in the sitemaps could not be requested or read.`;
}

const partialSitemaps = 'The sitemaps were not read completely.';

/** Why rules about what is missing in sitemaps cannot be decided; `null` if they were read completely. */
export function uncheckedSitemaps({ sitemaps }: Site): string | null {
  return sitemaps === 'partial' ? partialSitemaps : null;
}

/** Why rules about images cannot say that there is no issue; `null` if all of them were requested. */
export function uncheckedImages(site: Site): string | null {
  const { requestedImages, hasOtherImages } = site.unchecked;
  if (!hasOtherImages) return uncheckedLinks(site);
  if (requestedImages === 0) return 'No images were requested.';
  return `Not every image was requested: ${count(requestedImages, 'image was', 'images were')}, those that most pages show.`;
}

/** What is not known of the targets of some links, for a number of links. */
const targetGapTexts: Readonly<Record<TargetGap, (links: number) => string>> = {
  foreign: (links) => count(links, 'leads to another site', 'lead to other sites'),
  robots_txt: (links) => `robots.txt blocks ${links.toLocaleString('en')}`,
  excluded: (links) => count(links, 'is excluded', 'are excluded'),
  limit: (links) =>
    count(links, 'is beyond the limits of the crawl', 'are beyond the limits of the crawl'),
  no_response: (links) => count(links, 'has no usable response', 'have no usable response'),
};

/** Why rules about canonical links cannot say that there is no issue; `null` if all of them are known. */
export function uncheckedCanonicals(site: Site): string | null {
  const { canonicals } = site.unchecked;
  return uncheckedTargets(site, 'Not every canonical link was followed', canonicals);
}

/** Why rules about language versions cannot say that there is no issue; `null` if all of them are known. */
export function uncheckedAlternates(site: Site): string | null {
  const { alternates } = site.unchecked;
  return uncheckedTargets(site, 'Not every language version was requested', alternates);
}

function uncheckedTargets(
  site: Site,
  what: string,
  numbers: Readonly<Partial<Record<TargetGap, number>>>,
): string | null {
  const texts = (Object.keys(targetGapTexts) as TargetGap[]).flatMap((gap) => {
    const links = numbers[gap] ?? 0;
    return links === 0 ? [] : [targetGapTexts[gap](links)];
  });
  if (texts.length === 0) return uncheckedTexts(site);
  return site.isCrawl ? `${what}: ${texts.join('; ')}.` : onlyCrawls;
}
