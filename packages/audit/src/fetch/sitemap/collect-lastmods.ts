import { dayOf } from '../../iso-date.ts';
import type { SitemapLastmod, SitemapLastmods } from './sitemap-facts.ts';

/** What sitemaps without dates state. */
export const noLastmods: SitemapLastmods = {
  count: 0,
  first: null,
  allEqual: true,
  latest: null,
  invalidCount: 0,
  firstInvalid: null,
};

/** Years and months, which the protocol allows (https://www.w3.org/TR/NOTE-datetime). */
const coarse = /^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/;

/** Between a day and a time, there is a T and no space. */
const spaced = /\d \d/;

/** Collects what sitemaps state as the dates of their pages, in constant memory. */
export function collectLastmods() {
  const found: { -readonly [Key in keyof SitemapLastmods]: SitemapLastmods[Key] } = {
    ...noLastmods,
  };
  let latestDay = Number.NEGATIVE_INFINITY;
  return {
    add: (lastmod: SitemapLastmod) => {
      found.count++;
      found.first ??= lastmod;
      found.allEqual &&= lastmod.text === found.first.text;
      const day = dayOf(lastmod.text);
      if (day !== null && day > latestDay) {
        latestDay = day;
        found.latest = lastmod;
      }
      if ((day === null && !coarse.test(lastmod.text)) || spaced.test(lastmod.text)) {
        found.invalidCount++;
        found.firstInvalid ??= lastmod;
      }
    },
    facts: (): SitemapLastmods => ({ ...found }),
  };
}
