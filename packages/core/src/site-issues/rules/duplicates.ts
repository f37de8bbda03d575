import { openGroups } from '../groups.ts';
import type { Site } from '../site.ts';
import type { SiteRuleFinding } from '../site-rule.ts';
import { isComparable, languageOf } from './pages.ts';
import { variantKey } from './url-keys.ts';

/** Outlines cut texts to 300 characters: longer ones may differ at the end. */
const knownLength = 298;

/** A text that pages share. */
interface SharedText {
  /** The text of a page; `null` if it has none. */
  readonly textOf: (site: Site, index: number) => string | null;
  /** What was found, for a number of pages. */
  readonly summaryOf: (pages: number, text: string) => string;
}

/**
 * Finds pages with the same text, in the same language. Pages that may have it count once: language versions of a
 * page, the pages of a list, copies of a page, which `duplicate-content` finds.
 */
export function* sharedTexts(
  site: Site,
  { textOf, summaryOf }: SharedText,
): Generator<SiteRuleFinding | null> {
  const groups = openGroups();
  for (const [index, page] of site.pages.entries()) {
    yield null;
    if (!isComparable(site, index)) continue;
    const text = textOf(site, index);
    if (text === null || text === '' || text.length > knownLength) continue;
    groups.add(`${languageOf(page)} ${text}`, index);
  }
  for (const group of groups.shared()) {
    yield null;
    const text = group === null ? null : textOf(site, group.pages[0] ?? -1);
    if (group === null || text === null) continue;
    const pages = yield* distinctPages(site, group.pages);
    if (pages.length > 1) yield { summary: summaryOf(pages.length, text), pages, key: group.key };
  }
}

/**
 * The pages of a group, the first one of those that may be alike: language versions of each other, the pages of a
 * list, URLs of the same page, and copies of a page.
 */
export function* distinctPages(
  site: Site,
  group: readonly number[],
  options: { readonly areCopiesAlike: boolean } = { areCopiesAlike: true },
): Generator<null, number[]> {
  const leaders = new Map<number, number>();
  for (const index of group) {
    yield null;
    leaders.set(index, index);
  }
  const leaderOf = (index: number): number => {
    let at = index;
    for (let next = leaders.get(at) ?? at; next !== at; next = leaders.get(at) ?? at) at = next;
    leaders.set(index, at);
    return at;
  };
  const join = (a: number, b: number) => {
    const [first, second] = [leaderOf(a), leaderOf(b)];
    leaders.set(Math.max(first, second), Math.min(first, second));
  };
  const firstOf = new Map<string, number>();
  for (const index of group) {
    yield null;
    for (const { to } of site.alternatesOf(index)) if (leaders.has(to)) join(index, to);
    const { url = '', outline = null } = site.pages.get(index) ?? {};
    const hash = options.areCopiesAlike ? (outline?.textHash ?? null) : null;
    const list = site.listOf(index);
    const keys = [`variant ${variantKey(url)}`];
    if (list !== undefined) keys.push(`list ${list}`);
    if (hash !== null) keys.push(`text ${hash}`);
    for (const key of keys) {
      const first = firstOf.get(key);
      if (first === undefined) firstOf.set(key, index);
      else join(first, index);
    }
  }
  return group.filter((index) => leaderOf(index) === index);
}

/** Whether one of two pages names the other as its version in another language. */
export function areAlternates(site: Site, a: number, b: number): boolean {
  for (const { to } of site.alternatesOf(a)) if (to === b) return true;
  for (const { to } of site.alternatesOf(b)) if (to === a) return true;
  return false;
}
