import { memoryStore } from '@sitegrade/store-memory';
import express, { Router } from 'express';
import manifest from 'express/package.json' with { type: 'json' };
import { expect, inject, it } from 'vitest';
import { sitegradeRouter } from './sitegrade-router.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by the projects whose `express` is not the version that is installed by this name. */
    readonly expressMajor: number;
  }
}

it('the adapter and its tests use the version of their project', () => {
  const major = inject('expressMajor') ?? 5;
  expect(Number.parseInt(manifest.version, 10)).toBe(major);
  // Express 4 has it, Express 5 removed it.
  expect('del' in express()).toBe(major === 4);
  const router = sitegradeRouter({ store: memoryStore() });
  // Its own properties differ between the versions.
  expect(Object.keys(router)).toEqual([...Object.keys(Router()), 'close']);
});
