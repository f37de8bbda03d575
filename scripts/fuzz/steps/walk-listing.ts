import type { Row } from '../judge/follow-model.ts';
import { readObject } from '../judge/read-object.ts';
import type { SentRequest } from '../request/sent-request.ts';
import type { Reply } from '../wire/parse-reply.ts';
import { requestOfLink } from './requests.ts';
import type { Session } from './session.ts';

interface Page {
  readonly data: readonly Row[];
  readonly links: Readonly<Record<'first' | 'last' | 'prev' | 'next', string | null>>;
  readonly meta: { readonly total: number };
}

/**
 * Follows a listing by `links.next` to its end and by `links.prev` back: every row is there once, in
 * order, as many as are announced, and the way back passes the same rows.
 */
export async function walkListing(session: Session, first: SentRequest): Promise<void> {
  const there = await follow(session, first, 'next');
  const rows = there.flatMap(({ data }) => data);
  const total = there[0]?.meta.total ?? 0;
  session.require(
    new Set(rows.map(({ id }) => id)).size === rows.length,
    'a walk by links.next shows a row twice',
  );
  session.require(
    rows.length === total,
    `a walk by links.next shows ${rows.length} rows of ${total}`,
  );
  session.require(isSorted(rows, first), 'the rows of a walk are not in order');

  const last = there.at(-1);
  if (last?.links.prev == null) return;
  const back = await follow(session, requestOfLink(session, last.links.prev), 'prev');
  const passed = [...back.toReversed().flatMap(({ data }) => data), ...last.data];
  session.require(
    passed.map(({ id }) => id).join() === rows.map(({ id }) => id).join(),
    'the way back by links.prev passes other rows',
  );
}

/** More pages than any owner here can have: a walk that goes in circles ends too. */
const maxPages = 20;

async function follow(
  session: Session,
  first: SentRequest,
  direction: 'next' | 'prev',
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  let request: SentRequest | undefined = first;
  while (request !== undefined) {
    const page = pageOf(await session.exchange(request, [200]));
    pages.push(page);
    session.require(pages.length <= maxPages, `a walk by links.${direction} does not end`);
    const link = page.links[direction];
    request = link === null ? undefined : requestOfLink(session, link);
  }
  return pages;
}

function pageOf({ text }: Reply): Page {
  return readObject(text) as unknown as Page;
}

/** By the key, nothing below everything, and by the id where keys are equal. */
function isSorted(rows: readonly Row[], { query }: SentRequest): boolean {
  const asked = new Map(query.map(({ name, value }) => [name, String(value)]));
  const key = asked.get('sort_by') ?? 'id';
  const direction = asked.get('sort') === 'asc' ? 1 : -1;
  return rows.every((row, place) => {
    const before = rows[place - 1];
    if (before === undefined) return true;
    const order = compare(before[key], row[key]) || before.id - row.id;
    return order * direction < 0;
  });
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'string' && typeof other === 'string') {
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  }
  return Number(one ?? -1) - Number(other ?? -1);
}
