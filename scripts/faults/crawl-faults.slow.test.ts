import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bundle, bundleScript } from '../bundle-script.ts';
import { runCrawlScenario } from './run-crawl-scenario.ts';

// The pages of workers that are killed wait for their leases, of 41 seconds.
const timeout = 300_000;

let bundle: Bundle;
beforeAll(async () => {
  bundle = await bundleScript(join(import.meta.dirname, '..', 'crawls', 'worker.ts'));
});
afterAll(() => bundle.remove());

describe('a crawl by workers that are killed is that of workers that are not', () => {
  it('on SQLite', { timeout }, async () => {
    const scenario = { database: 'sqlite', items: 120, kills: 2 } as const;
    const { faults, kills, pages } = await runCrawlScenario(scenario, bundle.script);
    expect(faults).toEqual([]);
    expect(kills).toBe(2);
    expect(pages).toBeGreaterThan(150);
  });
});
