import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Check } from '../checks/check.ts';
import { testNetwork } from '../fetch/fixtures/fetching.ts';
import { startHttp } from '../fetch/fixtures/servers.ts';
import type { FetchLimits } from '../fetch/limits.ts';
import { parseTarget } from '../fetch/parse-target.ts';
import { stopTime } from '../fixtures/fake-time.ts';
import { openCpuAccount } from '../limits/cpu-account.ts';
import { countWork } from '../page/fixtures/count-work.ts';
import { readPage } from '../page/read-page.ts';
import { structuredDataOf } from '../readings/structured-data/read-structured-data.ts';
import { defaultRuleset } from '../scoring/ruleset.ts';
import { auditPage } from './audit-page.ts';

const options = {
  now: () => new Date('2026-01-01T00:00:00Z'),
  randomBytes: (size: number) => new Uint8Array(size),
  ruleset: defaultRuleset,
  expectIndexable: true,
};
const tooComplex = {
  code: 'page_too_complex',
  reason: 'page_too_complex',
  issues: { url: [expect.any(String)] },
};

/** Analyses a page on a site without other pages, and records the requests. */
async function audit(html: string, limits: Partial<FetchLimits>, ruleset = defaultRuleset) {
  const requests: (string | undefined)[] = [];
  const site = await startHttp(({ url }, response) => {
    requests.push(url);
    if (url === '/') response.setHeader('content-type', 'text/html').end(html);
    else response.writeHead(404).end();
  });
  const network = testNetwork({ allowAddresses: ['127.0.0.1'], limits });
  const result = await auditPage(parseTarget(site.url, network), {
    ...options,
    ruleset,
    network,
  }).catch((error: unknown) => error);
  await expect.poll(() => site.open()).toBe(0);
  return { result, requests };
}

describe('an analysis', () => {
  it('stops reading the page when its CPU budget is spent', async () => {
    const { result, requests } = await audit('<b><font size=1><i>'.repeat(100_000), { cpuMs: 1 });
    expect(result).toMatchObject(tooComplex);
    // It is requested after the page was read, in which an icon could be declared.
    expect(requests).toContain('/');
    expect(requests).not.toContain('/favicon.ico');
  });

  it('stops between checks when its CPU budget is spent', async () => {
    const ran: string[] = [];
    const pass = stopTime();
    let spentMs = 0;
    const usage = vi.spyOn(process, 'cpuUsage').mockImplementation((before) => {
      return { user: spentMs * 1_000 - (before?.user ?? 0), system: 0 };
    });
    onTestFinished(() => usage.mockRestore());
    const slowCheck = (id: string): Check => ({
      ...(defaultRuleset.checks[0] as Check),
      id,
      run: () => {
        ran.push(id);
        spentMs += 1_500;
        pass(1_500);
        return { status: 'pass', summary: 'Done.' };
      },
    });
    const ruleset = { version: 'test', checks: [slowCheck('a'), slowCheck('b'), slowCheck('c')] };
    const { result } = await audit('<p>x', { cpuMs: 1_400 }, ruleset);
    expect(result).toMatchObject(tooComplex);
    expect(ran).toEqual(['a']);
  });

  it('has read the structured data before the checks, which run at once', async () => {
    const works: number[] = [];
    const reading: Check = {
      ...(defaultRuleset.checks[0] as Check),
      run: ({ page }) => {
        works.push(countWork(() => structuredDataOf(page)));
        return { status: 'pass', summary: 'Done.' };
      },
    };
    const html = `<script type=application/ld+json>[${'{"@type":"A"},'.repeat(1_000)}1]</script>`;
    await audit(html, {}, { version: 'test', checks: [reading] });
    expect(works).toEqual([0]);
  });

  it('stops reading the page when its time limit is reached', async () => {
    const html = '<b><font size=1><i>'.repeat(500_000);
    const { result } = await audit(html, { totalMs: 1_000, cpuMs: 600_000 });
    expect(result).toMatchObject({ code: 'page_timed_out' });
  });
});

describe('the queue of large pages', () => {
  const large = Buffer.from(`<p>${'word '.repeat(200_000)}`);
  const read = (ownerId: string, body: Uint8Array = large) =>
    readPage(body, 'text/html; charset=utf-8', { cpu: openCpuAccount({ ownerId }) });

  it('serves owners round-robin', async () => {
    const done: string[] = [];
    const reads = [...Array<string>(9).fill('a'), 'b'].map(async (ownerId) => {
      await read(ownerId);
      done.push(ownerId);
    });
    await Promise.all(reads);
    expect(done.indexOf('b')).toBeLessThan(3);
  });

  it('never delays a small page', async () => {
    const done: string[] = [];
    const many = Array.from({ length: 9 }, async (_, owner) => {
      await read(`owner ${owner}`);
      done.push('large');
    });
    await read('owner 0', Buffer.from('<p>text'));
    done.push('small');
    await Promise.all(many);
    expect(done[0]).toBe('small');
  });

  it('is left when the client disconnects', async () => {
    const client = new AbortController();
    const cpu = openCpuAccount({ ownerId: 'a', signal: client.signal });
    const reads = [large, large, large].map((body) => readPage(body, null, { cpu }));
    client.abort(new Error('disconnected'));
    for (const { status } of await Promise.allSettled(reads)) expect(status).toBe('rejected');
    expect((await read('a')).bytes).toBe(large.length);
  });
});
