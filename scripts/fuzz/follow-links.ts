import type { Operation } from './document.ts';
import { linkRequest, type SentRequest } from './requests.ts';
import type { Reply } from './servers.ts';
import { type Row, readObject } from './validate.ts';

/** Sends the requests of one owner. */
export interface Session {
  readonly operations: readonly Operation[];
  /**
   * Sends a request to both servers and validates both responses, also against each other.
   *
   * @param status The only right one, if it is known.
   * @returns the response of the first server.
   * @throws FuzzFailure if anything is wrong.
   */
  exchange(request: SentRequest, status?: number): Promise<Reply>;
  /** @throws FuzzFailure with everything that was sent so far, if the rule is broken. */
  require(holds: boolean, rule: string): void;
}

interface Page {
  readonly data: readonly Row[];
  readonly links: Readonly<Record<'prev' | 'next', string | null>>;
  readonly meta: { readonly total: number };
}

/** Checks that `links.next` returns every row once, in order, and `links.prev` the same rows backwards. */
export async function followLinks(session: Session, first: SentRequest): Promise<void> {
  const pages = await follow(session, first, 'next');
  const rows = pages.flatMap(({ data }) => data);
  const ids = rows.map(({ id }) => id);
  session.require(new Set(ids).size === ids.length, 'links.next shows a row twice');
  const total = pages[0]?.meta.total;
  session.require(ids.length === total, `links.next shows ${ids.length} rows of ${total}`);
  session.require(isSorted(rows, first), 'the rows are not in order');
  const last = pages.at(-1);
  if (last?.links.prev == null) return;
  const back = await follow(session, linkRequest(session.operations, last.links.prev), 'prev');
  const rowsBack = [...back.toReversed().flatMap(({ data }) => data), ...last.data];
  const idsBack = rowsBack.map(({ id }) => id);
  session.require(idsBack.join() === ids.join(), 'links.prev shows other rows');
}

/** More pages than any owner has, so that a loop of links ends. */
const maxPages = 20;

async function follow(session: Session, first: SentRequest, direction: 'next' | 'prev') {
  const pages: Page[] = [];
  let request: SentRequest | undefined = first;
  while (request !== undefined) {
    const page = readObject((await session.exchange(request, 200)).text) as unknown as Page;
    pages.push(page);
    session.require(pages.length <= maxPages, `links.${direction} does not end`);
    const link = page.links[direction];
    request = link === null ? undefined : linkRequest(session.operations, link);
  }
  return pages;
}

/** By the sort key, with `null` first, then by id. */
function isSorted(rows: readonly Row[], { query }: SentRequest): boolean {
  const params = new Map(query.map(({ name, value }) => [name, String(value)]));
  const key = params.get('sort_by') ?? 'id';
  const direction = params.get('sort') === 'asc' ? 1 : -1;
  return rows.every((row, index) => {
    const before = rows[index - 1];
    if (before === undefined) return true;
    return (compare(before[key], row[key]) || before.id - row.id) * direction < 0;
  });
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'string' && typeof other === 'string') {
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  }
  return Number(one ?? -1) - Number(other ?? -1);
}
