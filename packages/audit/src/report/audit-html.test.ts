import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { pageUrl, pageWith } from '../checks/fixtures/page-without-faults.ts';
import { createNetwork } from '../fetch/network.ts';
import { defaultRuleset } from '../scoring/ruleset.ts';
import { type AuditHtmlOptions, auditHtml } from './audit-html.ts';

const options: AuditHtmlOptions = {
  network: createNetwork({}),
  now: () => new Date('2026-06-01T12:00:00Z'),
  randomBytes,
  ruleset: defaultRuleset,
  expectIndexable: true,
  url: null,
};

async function findingsIn(html: string, url: string | null = null) {
  const { checks } = await auditHtml(html, { ...options, url: url === null ? null : new URL(url) });
  return Object.entries(checks).flatMap(([id, { status }]) =>
    status === 'pass' || status === 'na' ? [] : [`${status} ${id}`],
  );
}

const htmlWith = (changes: Parameters<typeof pageWith>[0]) => pageWith(changes).html ?? '';

it('reports nothing that HTML without faults cannot show', async () => {
  const audit = await auditHtml(htmlWith({}), options);
  expect(audit).toMatchObject({ score: 100, partial: false, gates: [], finalUrl: pageUrl });
  expect(await findingsIn(htmlWith({}))).toEqual([]);
  const statuses = new Set(Object.values(audit.checks).map(({ status }) => status));
  expect([...statuses].sort()).toEqual(['na', 'pass']);
  expect(audit.checks.hsts).toMatchObject({
    status: 'na',
    summary: 'Not checked: only the HTML was given, which does not show it.',
  });
});

it('finds the faults of the HTML, with their places', async () => {
  const html = htmlWith({ title: '', body: '<img src="/a.png" width="9" height="9">' });
  const { checks } = await auditHtml(html, options);
  expect(await findingsIn(html)).toEqual(expect.arrayContaining(['fail title', 'fail image-alt']));
  expect(checks['image-alt']?.evidence[0]).toMatchObject({
    text: expect.stringContaining('<img src="/a.png"'),
    line: expect.any(Number),
  });
});

it('compares the page with its URL only where that is known', async () => {
  const html = htmlWith({
    canonical:
      '<link rel="alternate" hreflang="en" href="https://example.com/en"><link rel="alternate" hreflang="de" href="https://example.com/de">',
  });
  expect(await findingsIn(html)).not.toContain('warn hreflang-self');
  expect(await findingsIn(html, pageUrl)).toContain('warn hreflang-self');
});

it('refuses HTML that is larger than a page may be', async () => {
  const network = createNetwork({ limits: { decodedBytes: 2_000 } });
  const audit = auditHtml(`<!doctype html>${'ü'.repeat(1_000)}`, { ...options, network });
  await expect(audit).rejects.toMatchObject({ code: 'page_too_large' });
});
