import { percentDecoded } from '@sitegrade/audit';

/** Where the form of a URL puts it if it is a page of a list. Whether it is one, only links show. */
interface ListPlace {
  /** What all pages of the list have in common: the URL without the number. The first page may have no more than this. */
  readonly list: string;
  /** The number of the page; `null` where pages are named by an offset, a date or a token. */
  readonly number: number | null;
  /** Whether the URL says that it is a page of a list. `/p/7` and `?id=7` are products as well. */
  readonly isNamed: boolean;
}

/** Parameters with the number of a page, such as `tx_news[currentPage]`. */
const numberParameter =
  /(?:^|\[)(?:(page|paged|page[-_]?(?:no|nr|num|number|index)|current[-_]?page|pagina|página|seite)|p|pg)\]?$/i;

/** Parameters with what a page begins with: how many entries are before it, or the last one of them. */
const offsetParameter = /^(?:start|offset|from|skip)$/i;
const tokenParameter = /^(?:cursor|after|before)$/i;

/** The same in a path: `/page/2`, `/page-2.html`, `/seite2`. */
const numberSegment =
  /\/(?:(page|seite|pagina|página|strona|sida|side)|p|pg)[-_/]?(\d{1,9})(?=\/|$|\.)(?:\.\w{1,5}$)?/i;

/** A number that is all of the last segment: `/blog/2`. */
const lastSegment = /\/(\d{1,9})\/?$/;

const digits = /^\d{1,9}$/;

/** The first place that a URL may have in a list; `null` if it has none. */
export function listPlaceOf(href: string): ListPlace | null {
  // Most URLs have no digit, and parsing one takes longer.
  if (!/\d|[?&](?:cursor|after|before)=/i.test(href)) return null;
  const { origin, pathname, search } = new URL(href);
  const path = percentDecoded(pathname);
  const parameters = search === '' ? [] : search.slice(1).split('&').map(readParameter);
  const inPath = numberSegment.exec(path);
  const paging = parameters.filter(({ isPaging }) => isPaging);
  if (inPath !== null || paging.length > 0) {
    const last = paging.at(-1);
    const kept = parameters.filter((parameter) => !paging.includes(parameter));
    return {
      list: listOf(origin, path.replace(numberSegment, ''), kept),
      number: last === undefined ? Number(inPath?.[2]) : last.number,
      isNamed: last === undefined ? inPath?.[1] !== undefined : last.isNamed,
    };
  }
  const end = lastSegment.exec(path);
  if (end !== null) {
    const list = listOf(origin, path.slice(0, end.index), parameters);
    return { list, number: Number(end[1]), isNamed: false };
  }
  const numbers = parameters.filter(({ value }) => digits.test(value));
  const [only] = numbers;
  if (only === undefined || numbers.length > 1) return null;
  const others = parameters.filter((parameter) => parameter !== only);
  return { list: listOf(origin, path, others), number: Number(only.value), isNamed: false };
}

/** The list that a URL is the first page of, if there is such a list. */
export function listFrom(href: string): string {
  const { origin, pathname, search } = new URL(href);
  const parameters = search === '' ? [] : search.slice(1).split('&').map(readParameter);
  return listOf(origin, percentDecoded(pathname), parameters);
}

interface Parameter {
  readonly source: string;
  readonly value: string;
  /** Whether its name says that it has the number of a page, or what the page begins with. */
  readonly isPaging: boolean;
  readonly number: number | null;
  readonly isNamed: boolean;
}

function readParameter(source: string): Parameter {
  const [name = '', ...rest] = source.split('=').map(percentDecoded);
  const value = rest.join('=');
  const byNumber = digits.test(value) ? numberParameter.exec(name) : null;
  const isOffset =
    byNumber === null &&
    (tokenParameter.test(name) || (/^\d[\d-:.T]*$/.test(value) && offsetParameter.test(name)));
  return {
    source,
    value,
    isPaging: byNumber !== null || isOffset,
    number: byNumber === null ? null : Number(value),
    isNamed: isOffset || byNumber?.[1] !== undefined,
  };
}

function listOf(origin: string, path: string, parameters: readonly Parameter[]): string {
  const kept = parameters.map(({ source }) => source).filter(Boolean);
  return `${origin}${path.replace(/\/$/, '')}?${kept.join('&')}`;
}

/** The words of links to the next or the previous page, or to older entries. */
const pagerWords = new Set(
  [
    'next previous prev older newer earlier later',
    'nächste nächster vorherige vorheriger weiter zurück ältere neuere',
    'suivant suivante suivants précédent précédente précédents anciens récents',
    'siguiente siguientes anterior anteriores próximo próxima próximos seguinte seguintes',
    'successivo successiva successivi precedente precedenti prossima vecchi recenti',
    'volgende vorige oudere nieuwere następna następny poprzednia poprzedni starsze nowsze',
    'nästa föregående äldre nyare næste forrige ældre nyere neste eldre seuraava edellinen',
    'další předchozí ďalší predchádzajúci következő előző următoarea anterioară',
    'sonraki önceki следующая предыдущая далее назад вперёд наступна попередня επόμενη προηγούμενη',
    '次へ 前へ 次のページ 前のページ 下一页 上一页 下一頁 上一頁 다음 이전 التالي السابق הבא הקודם',
  ].flatMap((words) => words.split(' ')),
);

/** A number, after the word for a page: `2`, `[2]`, `Page 2`, `第2页`. */
const numberText =
  /^[^\p{L}\p{N}]*(?:(?:\p{L}[\p{L}\s]{0,20}\s)?(?:page|p|seite|pagina|página|strona|sida|side|sivu|stránka|oldal|sayfa|страница|стр|σελίδα|第)[^\p{L}\p{N}]*)?(\d{1,9})[^\p{L}\p{N}]*(?:页|頁|ページ|페이지)?$/iu;

/**
 * Whether the text of a link is one that leads from page to page of a list: an arrow, a word such as "Older", or the
 * number of the page that it leads to, also if pages are counted from 0.
 *
 * @param number - The number in the URL; `null` if it has none, or an offset.
 */
export function isPagerText(text: string, number: number | null): boolean {
  if (text.length > 40) return false;
  const found = numberText.exec(text)?.[1];
  if (found !== undefined) {
    return number === null || Number(found) === number || Number(found) === number + 1;
  }
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (words.length === 0) return /[‹›«»<>←→⟨⟩❮❯▶◀⏵⏴…]/u.test(text);
  return words.length <= 3 && words.some((word) => pagerWords.has(word));
}
