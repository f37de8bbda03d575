import type { Site, SitePage } from '../site.ts';
import type { SiteRuleFinding } from '../site-rule.ts';
import { addToList } from './add-to-list.ts';
import { count, urlText } from './words.ts';

/**
 * Finds pages whose canonical link leads to a URL that meets a condition, by that URL.
 *
 * @param whatOf - What is wrong with the target, as the end of a sentence; `null` if nothing is.
 */
export function* canonicalsTo(
  site: Site,
  whatOf: (target: SitePage, index: number) => string | null,
): Generator<SiteRuleFinding | null> {
  const sources = new Map<number, number[]>();
  for (const [index, { state, outline }] of site.pages.entries()) {
    yield null;
    // The canonical link of a page that must not be indexed has no effect.
    if (state !== 'done' || outline === null || outline.noindex) continue;
    const to = site.canonicalOf(index);
    const target = to === undefined || to === index ? undefined : site.pages.get(to);
    if (to === undefined || target === undefined || whatOf(target, to) === null) continue;
    addToList(sources, to, index);
  }
  for (const [to, pages] of sources) {
    yield null;
    const target = site.pages.get(to);
    const what = target && whatOf(target, to);
    if (!target || !what) continue;
    yield {
      summary: `${count(pages.length, 'page names', 'pages name')} ${urlText(target.url)} as canonical, which ${what}.`,
      pages,
      target: target.url,
    };
  }
}
