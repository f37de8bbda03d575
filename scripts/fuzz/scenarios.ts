import { setTimeout as pause } from 'node:timers/promises';
import { SitegradeError } from '@sitegrade/core';
import fc from 'fast-check';
import type { Operation } from './document.ts';
import { type Owner, secretMark } from './owner.ts';
import {
  anyRequest,
  fillIn,
  type KnownValues,
  plainRequest,
  type SentRequest,
  validRequest,
} from './requests.ts';
import type { Reply, Servers } from './servers.ts';
import { type Row, readObject } from './validate.ts';

/** What the requests of one owner are sent through. */
export interface Session {
  readonly servers: Servers;
  readonly owner: Owner;
  readonly operations: readonly Operation[];
  /**
   * Sends a request to both servers and validates both responses, also against each other.
   *
   * @param statuses The only right ones, where that is known.
   * @returns the response of the first server.
   * @throws FuzzFailure where anything is wrong.
   */
  exchange(request: SentRequest, ...statuses: readonly number[]): Promise<Reply>;
  /** @throws FuzzFailure with everything that was sent so far, where the rule does not hold. */
  require(holds: boolean, rule: string): void;
}

/** Something that an owner does: one request, or a few that belong together. */
export type Scenario = (session: Session) => Promise<void>;

/** Everything that an owner may do. */
export function anyScenario(
  operations: readonly Operation[],
  known: KnownValues,
): fc.Arbitrary<Scenario> {
  const of = (...methods: readonly string[]) =>
    operations.filter((one) => methods.includes(one.method));
  const lists = of('GET').filter(({ hasId }) => !hasId);
  const anyValid = (some: readonly Operation[]) =>
    fc.constantFrom(...some).chain((operation) => validRequest(operation, known));
  const place = fc.nat({ max: 7 });
  const onRecord = (
    some: readonly Operation[],
    act: (session: Session, operation: Operation, path: string) => Promise<void>,
  ) =>
    fc.tuple(fc.constantFrom(...some), place).map(
      ([operation, which]): Scenario =>
        async (session) => {
          const ids = [...session.owner[operation.resource].keys()];
          const id = ids[which % Math.max(1, ids.length)];
          if (id === undefined) return;
          await act(session, operation, operation.template.replace(/\{\w+\}/, String(id)));
        },
    );
  const create = (act: (session: Session, create: Operation, key: string) => Promise<void>) =>
    fc.tuple(fc.constantFrom(...of('POST')), fc.uuid()).map(
      ([one, key]): Scenario =>
        (session) =>
          act(session, one, key),
    );
  const weighted = (weight: number, arbitrary: fc.Arbitrary<Scenario>) => ({ weight, arbitrary });
  return fc.oneof(
    weighted(
      120,
      anyRequest(operations, known).map(
        (plan): Scenario =>
          async (session) => {
            await session.exchange(fillIn(plan, operations, session.owner));
          },
      ),
    ),
    weighted(
      8,
      anyValid(lists).map(
        (plan): Scenario =>
          (session) => {
            const query = plan.query.filter(({ name }) => name !== 'page' && name !== 'per_page');
            const perPage = { name: 'per_page', value: '10', style: 'usual' } as const;
            return walkList(
              session,
              fillIn({ ...plan, query: [...query, perPage] }, operations, session.owner),
            );
          },
      ),
    ),
    weighted(
      4,
      fc.tuple(anyValid(operations), fc.constantFrom(500, 503)).map(
        ([plan, status]): Scenario =>
          (session) =>
            failStore(session, fillIn({ ...plan, headers: [] }, operations, session.owner), status),
      ),
    ),
    weighted(
      4,
      onRecord(
        of('GET').filter(({ hasId }) => hasId),
        revalidate,
      ),
    ),
    weighted(4, onRecord(of('PUT', 'PATCH'), updateWebsite)),
    weighted(4, onRecord(of('DELETE'), deleteRecord)),
    weighted(1, create(reachLimit)),
    weighted(2, create(repeatCreate)),
  );
}

type Options = Parameters<typeof plainRequest>[3];

function exchangePlain(
  { exchange, operations }: Session,
  method: string,
  url: string,
  status: number,
  options?: Options,
): Promise<Reply> {
  return exchange(plainRequest(operations, method, url, options), status);
}

/** A store that fails is a 500 or a 503 that reveals nothing and changes nothing. */
async function failStore(session: Session, request: SentRequest, status: number): Promise<void> {
  const { all } = session.servers;
  const cause = new Error(`SELECT ${secretMark} FROM reports`);
  const error =
    status === 500 ? cause : new SitegradeError('overloaded', 'No database.', { cause });
  for (const { failure } of all) failure.error = error;
  try {
    await session.exchange(request, status);
  } finally {
    for (const { failure } of all) failure.error = undefined;
  }
}

/** A record is a 304 with its tag in every form of the header, and a 200 with another tag. */
async function revalidate(session: Session, _show: Operation, path: string): Promise<void> {
  const show = (etag: string, status: number) =>
    exchangePlain(session, 'GET', path, status, { headers: { 'If-None-Match': etag } });
  const shown = await exchangePlain(session, 'GET', path, 200);
  const etag = shown.headers.get('etag') ?? '';
  // The tag of a new report depends on how long its page took on each server.
  if (session.owner.etags.includes(etag)) {
    for (const value of [etag, `W/${etag}`, `"x", ${etag}`]) await show(value, 304);
  }
  await show('*', 304);
  await show('"x"', 200);
}

/** An update returns what is shown afterwards; `If-Match` allows one update per tag. */
async function updateWebsite(session: Session, operation: Operation, path: string): Promise<void> {
  const update = (privacy: string, status: number, headers = {}) =>
    exchangePlain(session, operation.method, path, status, { headers, form: { privacy } });
  const updated = await update('0', 200);
  const etag = updated.headers.get('etag') ?? '';
  const shown = await exchangePlain(session, 'GET', path, 200);
  session.require(shown.text === updated.text, 'the update returned something else');
  session.require(shown.headers.get('etag') === etag, 'the update returned another tag');
  if (!operation.parameters.some(({ name }) => name === 'If-Match')) return;
  const again = await update('1', 200, { 'If-Match': etag });
  session.require(again.headers.get('etag') !== etag, 'an update does not change the tag');
  await update('0', 412, { 'If-Match': etag });
  await update('0', 200, { 'If-Match': '*' });
}

/** What is deleted is gone, including the reports of a website. */
async function deleteRecord(session: Session, operation: Operation, path: string): Promise<void> {
  const id = Number(path.split('/').at(-1));
  const ofWebsite = [...session.owner.reports].filter(([, report]) => report.website_id === id);
  const inside = operation.resource === 'websites' ? ofWebsite : [];
  await exchangePlain(session, 'DELETE', path, 200);
  await exchangePlain(session, 'GET', path, 404);
  await exchangePlain(session, 'DELETE', path, 404);
  const list = operation.template.replace(/\w+\/\{\w+\}/, 'reports');
  for (const [reportId] of inside.slice(0, 2)) {
    await exchangePlain(session, 'GET', `${list}/${reportId}`, 404);
  }
  if (inside.length > 0) await exchangePlain(session, 'GET', `${list}?website_id=${id}`, 200);
}

/**
 * While an owner has as many reports in progress as allowed, another is a 429, and the same one by its
 * `Idempotency-Key` a 409.
 */
async function reachLimit(session: Session, { template }: Operation, key: string): Promise<void> {
  const { site, all } = session.servers;
  const post = (path: string, status: number, headers = {}) =>
    exchangePlain(session, 'POST', template, status, { headers, form: { url: site.url + path } });
  const sameKey = { 'Idempotency-Key': key };
  const held = post('/held', 201, sameKey);
  try {
    while (site.heldRequests() < all.length) await Promise.race([pause(1), held]);
    await post('/', 429);
    await post('/held', 409, sameKey);
  } finally {
    site.release();
  }
  await held;
  await post('/held', 201, sameKey);
}

/** The same key and body return the same report; another body is a 422; a deleted report a 404. */
async function repeatCreate(session: Session, { template }: Operation, key: string): Promise<void> {
  const { site } = session.servers;
  const post = (status: number, form: Readonly<Record<string, string>>) =>
    exchangePlain(session, 'POST', template, status, { headers: { 'Idempotency-Key': key }, form });
  const first = await post(201, { url: `${site.url}/` });
  const again = await post(201, { url: `${site.url}/`, utm_source: 'x' });
  const location = first.headers.get('location');
  session.require(again.text === first.text, 'a repeated request returns another body');
  session.require(again.headers.get('location') === location, 'a repeated request moves');
  const other = await post(422, { url: `${site.url}/nowhere` });
  session.require(other.text.includes('"idempotency_mismatch"'), 'another body has another code');
  const path = new URL(location ?? '').pathname;
  await exchangePlain(session, 'DELETE', path, 200);
  await post(404, { url: `${site.url}/` });
}

interface Page {
  readonly data: readonly Row[];
  readonly links: Readonly<Record<'prev' | 'next', string | null>>;
  readonly meta: { readonly total: number };
}

/** `links.next` leads to every row once, in order; `links.prev` leads back over the same rows. */
async function walkList(session: Session, first: SentRequest): Promise<void> {
  const pages = await follow(session, first, 'next');
  const rows = pages.flatMap(({ data }) => data);
  const ids = rows.map(({ id }) => id);
  session.require(new Set(ids).size === ids.length, 'links.next shows a row twice');
  const total = pages[0]?.meta.total;
  session.require(ids.length === total, `links.next shows ${ids.length} rows of ${total}`);
  session.require(isSorted(rows, first), 'the rows are not in order');
  const last = pages.at(-1);
  if (last?.links.prev == null) return;
  const back = await follow(session, requestOf(session, last.links.prev), 'prev');
  const rowsBack = [...back.toReversed().flatMap(({ data }) => data), ...last.data];
  const idsBack = rowsBack.map(({ id }) => id);
  session.require(idsBack.join() === ids.join(), 'links.prev shows other rows');
}

/** More than any owner here has: a walk in circles ends too. */
const maxPages = 20;

async function follow(
  session: Session,
  first: SentRequest,
  direction: 'next' | 'prev',
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  let request: SentRequest | undefined = first;
  while (request !== undefined) {
    const page = readObject((await session.exchange(request, 200)).text) as unknown as Page;
    pages.push(page);
    session.require(pages.length <= maxPages, `links.${direction} does not end`);
    const link = page.links[direction];
    request = link === null ? undefined : requestOf(session, link);
  }
  return pages;
}

function requestOf({ operations }: Session, link: string): SentRequest {
  return plainRequest(operations, 'GET', link.replace(/^https?:\/\/[^/]+/, ''));
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
