import { memoryStore } from '@sitegrade/store-memory';
import { describe, expect, it } from 'vitest';
import { createContext } from '../context/create-context.ts';
import { createJob } from '../jobs/create-jobs.ts';
import { waitForJob } from '../jobs/wait-for-job.ts';
import { createApi, type PageParts } from './api.ts';
import type { ApiOptions } from './api-options.ts';

const store = memoryStore();

/** What the pages are asked for, with these options. */
function partsFor(options: Partial<ApiOptions>): PageParts | undefined {
  const asked: PageParts[] = [];
  const pageRoutes = (parts: PageParts) => {
    asked.push(parts);
    return [];
  };
  createApi({ store, ...options }, { pageRoutes });
  return asked[0];
}

describe('createApi', () => {
  it('asks for the pages of the options', () => {
    const of = (options: Partial<ApiOptions>) => {
      const { settings, docs } = partsFor(options) ?? {};
      return [settings?.share, settings?.console, docs !== undefined];
    };
    expect(of({})).toEqual([false, false, false]);
    expect(of({ pages: true })).toEqual([true, true, false]);
    expect(of({ pages: { console: false } })).toEqual([true, false, false]);
    expect(of({ docs: true })).toEqual([false, false, true]);
    expect(of({ docs: true, pages: true })).toEqual([true, true, true]);
    expect(of({ docs: true, pages: true, api: false })).toEqual([true, true, false]);
  });

  it('describes the API with the login of the options', () => {
    const keys = (options: Partial<ApiOptions>) =>
      partsFor({ docs: true, ...options })?.docs?.('/api/v1').security.length;
    expect(keys({})).toBe(1);
    expect(keys({ authenticate: () => 'owner' })).toBe(0);
  });

  it('names the option that needs pages, on an adapter without them', () => {
    expect(() => createApi({ store, docs: true })).toThrow(
      new TypeError('sitegrade: docs is not supported by this adapter, which has no pages.'),
    );
    expect(() => createApi({ store, pages: true })).toThrow(
      new TypeError('sitegrade: pages is not supported by this adapter, which has no pages.'),
    );
    expect(() => createApi({ store, pages: false, docs: false })).not.toThrow();
  });

  it('works with a context of the host, and starts a worker that closing stops', async () => {
    const context = createContext({ store: memoryStore(), network: { ports: [1] } });
    const api = createApi({ context, worker: { concurrency: 1 } });
    // Nothing listens on port 1, and private addresses are not allowed.
    const first = await createJob(context, 'ann', { url: 'http://localhost:1/' });
    const ended = await waitForJob(context, 'ann', first.id, { ms: 20_000 });
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'url_not_allowed' } });
    await api.close();
    const second = await createJob(context, 'ann', { url: 'http://localhost:1/' });
    expect(await waitForJob(context, 'ann', second.id, { ms: 300 })).toMatchObject({
      status: 'queued',
    });
  });

  it('starts no worker by itself, nor with options that are invalid', async () => {
    const context = createContext({ store: memoryStore(), network: { ports: [1] } });
    createApi({ context });
    expect(() => createApi({ context, worker: { concurrency: 0 } })).toThrow(TypeError);
    expect(() => createApi({ context, worker: true, pages: true })).toThrow(TypeError);
    const job = await createJob(context, 'ann', { url: 'http://localhost:1/' });
    expect(await waitForJob(context, 'ann', job.id, { ms: 300 })).toMatchObject({
      status: 'queued',
    });
  });
});
