import { describe, expect, it } from 'vitest';
import { memoryStore } from '../memory-store/memory-store.ts';
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
});
