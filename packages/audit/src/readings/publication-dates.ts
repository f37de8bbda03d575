import type { AuditFacts } from '../audit-facts.ts';
import { dayOf } from '../iso-date.ts';
import type { PageFacts, SourceTag } from '../page/page-facts.ts';
import { headingsOf } from './heading-list.ts';
import { memoize } from './memoize.ts';
import { metasByName, mostNamedMetas } from './metas-by-name.ts';
import { firstOf } from './notes.ts';
import type { Entity } from './structured-data/entities.ts';
import { isA, pageEntitiesOf, textsOf } from './structured-data/page-entities.ts';

/** A date that the page states. */
export interface StatedDate {
  /** What states it: `datePublished`, `article:published_time`, `<time>`. */
  readonly name: string;
  /** As {@link dayOf} counts. */
  readonly day: number;
  readonly tag: SourceTag;
}

/** The dates that a page states about its one article, by what they mean. */
interface PublicationDates {
  readonly published: readonly StatedDate[];
  readonly modified: readonly StatedDate[];
  /** One that visitors see and that means either; `null` if it is not certain which one that is. */
  readonly visible: StatedDate | null;
}

/** The dates of the article that a page is about; empty for pages with several articles. */
export const publicationDatesOf = memoize(({ page }: AuditFacts): PublicationDates => {
  const articles = ownArticlesOf(page);
  const inData = (property: string) =>
    articles.flatMap((entity) =>
      textsOf(entity, property).flatMap((text) => statedOf(property, text, entity.item.tag())),
    );
  return {
    published: [...inData('datePublished'), ...inMeta(page, 'article:published_time')],
    modified: [...inData('dateModified'), ...inMeta(page, 'article:modified_time')],
    visible: visibleDateOf(page),
  };
});

/**
 * The entities that describe the article of a page: the only one on the top level, or those whose headline is
 * the main heading. Others are in lists.
 */
export const ownArticlesOf = memoize((page: PageFacts): readonly Entity[] => {
  const articles = pageEntitiesOf(page).all.filter(
    (entity) => entity.top && isA(entity, 'Article'),
  );
  if (articles.length <= 1) return articles;
  const [main, ...others] = headingsOf(page).filter(
    ({ h1, hiddenFromAll }) => h1 && !hiddenFromAll,
  );
  if (main === undefined || others.length > 0) return [];
  const heading = comparable(main.text);
  return articles.filter(
    (entity) => heading !== '' && textsOf(entity, 'headline').map(comparable).includes(heading),
  );
});

function comparable(text: string): string {
  return text.slice(0, 500).toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Times that are read. */
const mostTimes = 500;

function inMeta(page: PageFacts, name: string): readonly StatedDate[] {
  // For the note in the report.
  firstOf(page, page.metas, mostNamedMetas, 'meta tags are read for dates');
  const metas = metasByName(page).get(name);
  // Lists of articles may repeat the tag.
  const meta = metas?.length === 1 ? metas[0] : undefined;
  return meta === undefined ? [] : statedOf(name, meta.content ?? '', meta);
}

function statedOf(name: string, text: string, tag: SourceTag): readonly StatedDate[] {
  const day = dayOf(text);
  return day === null ? [] : [{ name, day, tag }];
}

/**
 * Marks of the date of an article: schema.org's properties, the classes of microformats
 * (https://microformats.org/wiki/h-entry), which the themes of WordPress use, and the former attribute `pubdate`.
 * A date with the class `updated` may be that of the publication.
 */
const markedBy = {
  itemprop: new Set(['datePublished', 'dateModified']),
  classes: new Set(['entry-date', 'published', 'updated', 'dt-published', 'dt-updated']),
};

/**
 * The date that a page shows for its article: of the marked times in the one `<article>` with the main heading,
 * if all state the same day. Times in articles inside it are those of comments and of other articles.
 */
function visibleDateOf(page: PageFacts): StatedDate | null {
  const main = page.articles.findIndex(({ hasMainHeading }) => hasMainHeading);
  if (main < 0 || page.articles.some((article, at) => article.hasMainHeading && at > main))
    return null;
  const times = firstOf(page, page.times, mostTimes, 'times are read');
  const dates = times
    .filter((time) => time.article === main && time.hidden !== 'all' && time.text !== '')
    .filter(
      ({ itemprop, classes, html }) =>
        itemprop.some((word) => markedBy.itemprop.has(word)) ||
        classes.some((word) => markedBy.classes.has(word)) ||
        /\spubdate[\s=>]/i.test(html),
    )
    .flatMap((time) => statedOf('<time>', time.datetime ?? '', time));
  const [first] = dates;
  return first !== undefined && dates.every(({ day }) => day === first.day) ? first : null;
}
