import { describe, expect, it } from 'vitest';
import { auditPage } from './audit-page.ts';
import type { Check } from './checks/check.ts';
import { openCpuAccount } from './cpu-account.ts';
import { testNetwork } from './fetch/fixtures/fetching.ts';
import { startHttp } from './fetch/fixtures/servers.ts';
import type { FetchLimits } from './fetch/limits.ts';
import { readPage } from './page/read-page.ts';
import { defaultRuleset } from './ruleset.ts';

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

/** Analyses a page on a site that has nothing else, and counts the requests that the site got. */
async function audit(html: string, limits: Partial<FetchLimits>, ruleset = defaultRuleset) {
  const asked: (string | undefined)[] = [];
  const site = await startHttp(({ url }, response) => {
    asked.push(url);
    if (url === '/') response.setHeader('content-type', 'text/html').end(html);
    else response.writeHead(404).end();
  });
  const network = testNetwork({ allowAddresses: ['127.0.0.1'], limits });
  const made = await auditPage(site.url, { ...options, ruleset, network }).catch(
    (error: unknown) => error,
  );
  await expect.poll(() => site.open()).toBe(0);
  return { made, asked };
}

describe('an analysis', () => {
  it('ends while the page is read once its CPU budget is spent', async () => {
    const { made, asked } = await audit('<b><font size=1><i>'.repeat(100_000), { cpuMs: 1 });
    expect(made).toMatchObject(tooComplex);
    expect(asked.every((path) => path === '/' || path === '/robots.txt')).toBe(true);
  });

  it('ends between checks once its CPU budget is spent', async () => {
    const ran: string[] = [];
    const burning = (id: string): Check => ({
      ...(defaultRuleset.checks[0] as Check),
      id,
      run: () => {
        ran.push(id);
        const start = process.cpuUsage();
        for (let spent = 0; spent < 1_500_000; ) {
          const { user, system } = process.cpuUsage(start);
          spent = user + system;
        }
        return { status: 'pass', summary: 'Done.' };
      },
    });
    const ruleset = { version: 'test', checks: [burning('a'), burning('b'), burning('c')] };
    const { made } = await audit('<p>x', { cpuMs: 1_400 }, ruleset);
    expect(made).toMatchObject(tooComplex);
    expect(ran).toEqual(['a']);
  });

  it('ends while the page is read once its time is over', async () => {
    const html = '<b><font size=1><i>'.repeat(500_000);
    const { made } = await audit(html, { totalMs: 1_000, cpuMs: 600_000 });
    expect(made).toMatchObject({ code: 'page_timed_out' });
  }, 20_000);
});

describe('a large page waits for its place', () => {
  const large = Buffer.from(`<p>${'word '.repeat(200_000)}`);
  const read = (ownerId: string, body: Uint8Array = large) =>
    readPage(body, 'text/html; charset=utf-8', { cpu: openCpuAccount({ ownerId }) });

  it('but not for those of an owner who has many', async () => {
    const done: string[] = [];
    const reads = [...Array<string>(9).fill('a'), 'b'].map(async (ownerId) => {
      await read(ownerId);
      done.push(ownerId);
    });
    await Promise.all(reads);
    expect(done.indexOf('b')).toBeLessThan(3);
  });

  it('and a small page never does', async () => {
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

  it('until its client goes away', async () => {
    const gone = new AbortController();
    const cpu = openCpuAccount({ ownerId: 'a', signal: gone.signal });
    const reads = [large, large, large].map((body) => readPage(body, null, { cpu }));
    gone.abort(new Error('gone'));
    for (const { status } of await Promise.allSettled(reads)) expect(status).toBe('rejected');
    expect((await read('a')).bytes).toBe(large.length);
  });
});
