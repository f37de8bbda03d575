import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listChecks } from '@sitegrade/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contextSettings, openContext } from './open-context.ts';
import { readSettings } from './settings.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegrade-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const reporter = { log: () => {}, logError: () => {}, onEvent: () => {}, onOperation: () => {} };

/** Opens the context of a process with these variables. */
function open(
  variables: Readonly<Record<string, string>>,
  names: Parameters<typeof readSettings>[0] = contextSettings,
) {
  const environment = { DATABASE_FILE: join(folder, 'a.sqlite'), ...variables };
  const settings = readSettings(names, {}, environment);
  return openContext(settings as Parameters<typeof openContext>[0], reporter);
}

it('has the quotas, the privacy and the checks of its settings', async () => {
  const file = join(folder, 'own.js');
  const checks = new URL('../../core/src/checks.ts', import.meta.url).href;
  writeFileSync(
    file,
    `import { defaultRuleset, extendRuleset } from ${JSON.stringify(checks)};
    export default extendRuleset(defaultRuleset, { version: 'own', drop: ['viewport'] });`,
  );
  const { context, close } = await open({
    QUOTA_QUEUED_JOBS: '3',
    QUOTA_RUNNING_CRAWLS: '0',
    QUOTA_CRAWL_PAGES: '500',
    QUOTA_SCHEDULES: '7',
    DEFAULT_PRIVACY: 'public',
    RULESET: file,
  });
  expect(await context.quotas('ann')).toEqual({
    queuedJobs: 3,
    runningCrawls: 0,
    crawlPagesPerDay: 500,
    schedules: 7,
  });
  expect(context.defaultPrivacy).toBe('public');
  expect(context.ruleset.version).toContain('own');
  expect(listChecks(context).checks.map(({ id }) => id)).not.toContain('viewport');
  await close();
});

it('has the defaults of the library without them', async () => {
  const quotas = {
    queuedJobs: 10_000,
    runningCrawls: 2,
    crawlPagesPerDay: 20_000,
    schedules: 1_000,
  };
  const { context, close } = await open({});
  expect(await context.quotas('ann')).toEqual(quotas);
  expect(context.defaultPrivacy).toBe('private');
  await close();
});

it.each([
  ['missing.js', undefined, /missing\.js could not be loaded/],
  ['none.js', 'export default 1;', /none\.js must export a ruleset, as `ruleset` or by default/],
  [
    'wrong.js',
    "export const ruleset = { version: '1', checks: [{ id: 'a' }] };",
    /wrong\.js exports a ruleset that is not valid: /,
  ],
])('names the setting of a ruleset that cannot be used: %s', async (name, source, message) => {
  const file = join(folder, name);
  if (source !== undefined) writeFileSync(file, source);
  const opening = open({ RULESET: file });
  await expect(opening).rejects.toThrow('RULESET (--ruleset) cannot be used: ');
  await expect(opening).rejects.toThrow(message);
});
