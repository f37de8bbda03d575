import { randomBytes } from 'node:crypto';
import { createContext, createReport } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { expect, it } from 'vitest';
import { startSampleSite } from '../../sample-site/src/sample-site.js';
import { ruleset } from './ruleset.ts';

it('creates reports with the custom check and the version of the ruleset', async () => {
  const site = await startSampleSite();
  try {
    const context = createContext({
      store: memoryStore(),
      network: { allowAddresses: [new URL(site.url).host], ports: 'any' },
      randomBytes,
      ruleset,
    });
    const report = await createReport(context, 'owner', { url: site.url });
    expect(report.checks['acme-imprint']).toMatchObject({ status: 'na', weight: 5 });
    expect(report.checks.lang).toMatchObject({ importance: 'high', weight: 12 });
    expect(report.checks.favicon).toBeUndefined();
    expect(report.rulesetVersion).toMatch(/^\d+\+acme-1$/);
  } finally {
    await site.close();
  }
});
