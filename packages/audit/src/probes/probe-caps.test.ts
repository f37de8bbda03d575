import { expect, it } from 'vitest';
import { startTcp } from '../fetch/fixtures/servers.ts';
import { probe } from './fixtures/probed-site.ts';

const many = (part: (index: number) => string) =>
  Array.from({ length: 40 }, (_, index) => part(index)).join('');

it('requests four scripts and style sheets', async () => {
  const { resources } = await probe({ html: many((index) => `<script src=${index}></script>`) });
  expect(resources.total).toBe(40);
  expect(resources.sample).toHaveLength(4);
});

it('tries three declared icons', async () => {
  const { favicons } = await probe({ html: many((index) => `<link rel=icon href=${index}>`) });
  expect(favicons).toHaveLength(3);
});

it('keeps 25 codes of a language version', async () => {
  const html = many((index) => `<link rel=alternate hreflang=x-a${index} href=/other>`);
  const { alternates } = await probe({ html: `<head>${html}` });
  expect(alternates.sample.map(({ hreflangs }) => hreflangs.length)).toEqual([25]);
});

it('reads only the beginning of llms.txt', async () => {
  const { llmsTxt } = await probe({
    respond: (_request, response) => response.end('# x\n'.repeat(100_000)),
  });
  expect(llmsTxt).toMatchObject({ status: 200 });
  if (llmsTxt.kind === 'response') expect(llmsTxt.length).toBeLessThanOrEqual(64 * 1024);
});

it('reads only the beginning of security.txt, and keeps the first values', async () => {
  const { securityTxt } = await probe({
    respond: (_request, response) => response.end(`Contact: ${'x'.repeat(300)}\n`.repeat(1_000)),
  });
  if (securityTxt.kind !== 'response') throw new Error(securityTxt.reason);
  const { contacts, fields, cut } = securityTxt;
  expect(contacts).toEqual(Array.from({ length: 10 }, () => 'x'.repeat(200)));
  expect(fields).toBeLessThanOrEqual((16 * 1024) / 310 + 1);
  expect(cut).toBe(true);
});

it('limits the time of each request', async () => {
  const { missingPage } = await probe({
    respond: () => {},
    times: { eachMs: 100, totalMs: 60_000 },
    // Without the limit of a request, this one ends it.
    limits: { totalMs: 60_000, headersMs: 3_000 },
  });
  expect(missingPage).toMatchObject({ kind: 'failed', reason: 'fetch_timeout' });
});

it('limits the time of robots.txt requests to other sites', async () => {
  const requests: string[] = [];
  const other = await startTcp((_socket, first) => {
    requests.push(first.toString().split(' HTTP', 1)[0] ?? '');
  });
  const { canonical } = await probe({
    html: `<head><link rel=canonical href="${other.url}">`,
    allow: [`127.0.0.1:${other.port}`],
    times: { eachMs: 100, totalMs: 60_000 },
    limits: { totalMs: 60_000, headersMs: 3_000 },
  });
  // On a busy machine, a connection may be opened again, and nothing is sent over it.
  expect(requests.filter((request) => request !== 'GET /robots.txt')).toEqual([]);
  expect(canonical).toMatchObject({ kind: 'skipped', reason: 'fetch_timeout' });
});
