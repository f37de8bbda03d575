import type { RequestListener } from 'node:http';
import { startServer } from '@sitegrade/audit/for-tests';
import { SitegradeError } from '@sitegrade/foundation/errors';
import { memoryStore } from '@sitegrade/store-memory';
import { beforeEach, expect, it } from 'vitest';
import type { Context } from '../context/context.ts';
import { createContext } from '../context/create-context.ts';
import { createReport } from '../reports/create-report.ts';
import { deleteReport } from '../reports/delete-report.ts';
import { listReports } from '../reports/list-reports.ts';
import type { Store } from '../store/store.ts';

const html = '<!DOCTYPE html><html lang="en"><title>Bread</title><h1>Bread</h1></html>';
const day = 24 * 60 * 60;
/** With the default limits of network and analyses. */
const lease = 60;

let context: Context;
let store: Store;
let origin: string;
let visits: number;
let seconds: number;
let answer: RequestListener;

beforeEach(async () => {
  visits = 0;
  seconds = 0;
  answer = (_, response) => response.setHeader('content-type', 'text/html').end(html);
  const server = await startServer((request, response) => {
    if (request.url !== '/') return response.writeHead(404).end();
    visits += 1;
    return answer(request, response);
  });
  origin = `${server}/`;
  store = memoryStore();
  context = contextOf(store);
});

/** A separate context, like that of another process, with the same clock. */
const contextOf = (kept: Store): Context =>
  createContext({
    store: kept,
    now: () => new Date(1_800_000_000_000 + seconds * 1000),
    network: { allowAddresses: [new URL(origin).host], ports: 'any' },
  });
const create = (idempotencyKey: string, url = origin, by = context, ownerId = 'ann') =>
  createReport(by, ownerId, { url }, { idempotencyKey });
const total = async (ownerId = 'ann') => (await listReports(context, ownerId)).total;

/** Delays the page until it is released. */
function hold(): { readonly asked: Promise<void>; readonly release: () => void } {
  let release = (): void => {};
  const free = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = new Promise<void>((resolve) => {
    const plain = answer;
    answer = async (request, response) => {
      resolve();
      await free;
      plain(request, response);
    };
  });
  return { asked, release };
}

it('returns the first report for a day, from any process', async () => {
  const first = await create('k');
  expect(first.url).toBe(origin);
  const visited = visits;
  for (const time of [1, lease, day - 1]) {
    seconds = time;
    expect(await create('k')).toEqual(first);
    expect(await create('k', origin, contextOf(store))).toEqual(first);
  }
  expect([await total(), visits]).toEqual([1, visited]);
  seconds = day;
  expect((await create('k')).id).not.toBe(first.id);
});

it('separates the keys of owners, and requests without a key', async () => {
  const first = await create('k');
  expect((await create('k', origin, context, 'bob')).id).not.toBe(first.id);
  expect((await createReport(context, 'ann', { url: origin })).id).not.toBe(first.id);
  expect([await total('ann'), await total('bob')]).toEqual([2, 1]);
});

it('rejects the same key with other input', async () => {
  const mismatch = { code: 'idempotency_mismatch' };
  const held = hold();
  const first = create('k');
  await held.asked;
  await expect(create('k', `${origin}?other`)).rejects.toMatchObject(mismatch);
  held.release();
  const { id } = await first;
  await expect(create('k', `${origin}?other`)).rejects.toMatchObject(mismatch);
  // The same page, but other input.
  await expect(create('k', `${origin}#top`)).rejects.toMatchObject(mismatch);
  await deleteReport(context, 'ann', id);
  await expect(create('k', `${origin}?other`)).rejects.toMatchObject(mismatch);
});

it('rejects a second request while the first is in progress', async () => {
  const held = hold();
  const first = create('k');
  await held.asked;
  for (const by of [context, contextOf(store)]) {
    await expect(create('k', origin, by)).rejects.toMatchObject({
      code: 'conflict',
      retryAfterSeconds: 2,
    });
  }
  held.release();
  const report = await first;
  expect(await create('k')).toEqual(report);
});

it('retries after any failure', async () => {
  await expect(create('k', 'http://10.0.0.1/')).rejects.toMatchObject({ code: 'url_not_allowed' });
  await expect(create('k', '')).rejects.toMatchObject({ code: 'invalid_input' });
  const plain = answer;
  answer = (_, response) => response.destroy();
  await expect(create('k')).rejects.toMatchObject({ code: 'page_unreachable' });
  answer = plain;
  const report = await create('k');
  expect(await create('k')).toEqual(report);
  expect(await total()).toBe(1);
});

it('retries after the caller disconnected', async () => {
  const controller = new AbortController();
  const held = hold();
  const { signal } = controller;
  const first = createReport(context, 'ann', { url: origin }, { signal, idempotencyKey: 'k' });
  await held.asked;
  controller.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  held.release();
  await create('k');
  expect(await total()).toBe(1);
});

it('retries after there was no free slot', async () => {
  const busy = createContext({ ...optionsOf(context), analyses: { perOwner: 1 } });
  const held = hold();
  const other = createReport(busy, 'ann', { url: origin });
  await held.asked;
  await expect(create('k', origin, busy)).rejects.toMatchObject({ code: 'rate_limited' });
  held.release();
  await other;
  await create('k', origin, busy);
  expect(await total()).toBe(2);
});

it('reserves the key for the maximum time of an analysis, and no longer', async () => {
  // A killed process leaves a key without a result.
  const held = hold();
  const lost = create('k').catch((error: unknown) => error);
  await held.asked;
  seconds = lease - 0.001;
  const other = contextOf(store);
  await expect(create('k', origin, other)).rejects.toMatchObject({ code: 'conflict' });
  seconds = lease;
  const taken = create('k', origin, other);
  held.release();
  const report = await taken;
  // If the process was not killed, it must not create a second report.
  expect(await lost).toMatchObject({ code: 'conflict' });
  expect(await create('k')).toEqual(report);
  expect(await total()).toBe(1);
});

it('reserves the key for longer if analyses may take longer', async () => {
  const slow = createContext({
    ...optionsOf(context),
    network: { allowAddresses: [new URL(origin).host], ports: 'any', limits: { totalMs: 20_000 } },
    analyses: { total: 2, waiting: 5 },
  });
  const held = hold();
  const first = create('k', origin, slow);
  await held.asked;
  // Three rounds before its own, and the margin.
  seconds = 4 * 20 + 30 - 0.001;
  await expect(create('k', origin, slow)).rejects.toMatchObject({ code: 'conflict' });
  held.release();
  await first;
});

it('reports that the report was deleted, and creates no other', async () => {
  const { id } = await create('k');
  await deleteReport(context, 'ann', id);
  await expect(create('k')).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('deleted'),
  });
  expect(await total()).toBe(0);
});

it('returns a stored report even if the store reported a failure', async () => {
  const lossy: Store = {
    ...store,
    reports: {
      ...store.reports,
      async createOnce(...parameters) {
        await store.reports.createOnce(...parameters);
        throw new SitegradeError('overloaded', 'The connection was lost at the commit.');
      },
    },
  };
  await expect(create('k', origin, contextOf(lossy))).rejects.toMatchObject({ code: 'overloaded' });
  const report = await create('k');
  expect((await listReports(context, 'ann')).rows.map(({ id }) => id)).toEqual([report.id]);
});

it('does not wait for a store that has just failed, and keeps its error', async () => {
  const away = new SitegradeError('overloaded', 'The database is away.');
  const failing: Store = {
    ...store,
    reports: { ...store.reports, createOnce: () => Promise.reject(away) },
    idempotencyKeys: { ...store.idempotencyKeys, release: () => new Promise(() => {}) },
  };
  await expect(create('k', origin, contextOf(failing))).rejects.toBe(away);
  const rejecting: Store = {
    ...store,
    idempotencyKeys: {
      ...store.idempotencyKeys,
      release: () => Promise.reject(new Error('release')),
    },
  };
  const blocked = create('another', 'http://10.0.0.1/', contextOf(rejecting));
  await expect(blocked).rejects.toMatchObject({ code: 'url_not_allowed' });
});

it.each(['', 'x'.repeat(256), 'schlüssel', 'a\tb', 'a\n', '\u007f', 5])(
  'refuses the key %j',
  async (key) => {
    await expect(create(key as string)).rejects.toMatchObject({
      code: 'invalid_input',
      issues: { idempotencyKey: ['must be 1 to 255 printable ASCII characters.'] },
    });
  },
);

it.each(['x', ' ', '~'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"'])(
  'takes the key %j',
  async (key) => {
    expect(await create(key)).toEqual(await create(key));
  },
);

it('creates one report for fifty concurrent calls', async () => {
  const all = await Promise.allSettled(Array.from({ length: 50 }, () => create('k')));
  const made = all.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : []));
  const refused = all.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason.code] : [],
  );
  expect(new Set(made).size).toBe(1);
  expect(new Set(refused)).toEqual(new Set(['conflict']));
  expect(await total()).toBe(1);
});

/** The options of a context like this one, with separate slots. */
function optionsOf({ store, now }: Context) {
  const network = { allowAddresses: [new URL(origin).host], ports: 'any' } as const;
  return { store, now, network };
}
