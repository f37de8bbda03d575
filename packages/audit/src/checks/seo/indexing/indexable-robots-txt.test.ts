import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { indexableRobotsTxt } from './indexable-robots-txt.ts';

const of = (robots: string) => outcomeOf(indexableRobotsTxt, { robots });

it('passes without a robots.txt, and if the path is not disallowed', async () => {
  expect((await outcomeOf(indexableRobotsTxt)).status).toBe('pass');
  expect((await of('User-agent: *\nDisallow: /private')).status).toBe('pass');
  expect((await of('User-agent: *\nDisallow: /\nAllow: /page')).status).toBe('pass');
});

it('fails if all crawlers are blocked, and quotes the line', async () => {
  expect(await of('# all\nUser-agent: *\nDisallow: /pa')).toMatchObject({
    status: 'fail',
    evidence: [{ kind: 'robots', line: 3, text: 'Disallow: /pa' }],
  });
});

it.each([
  'User-agent: *\nDisallow:\n\nUser-agent: *\nDisallow: /',
  'User-agent: *\nDisallow: /pa\nAllow: page\n# Allow: /page\nAllow: /page /other',
])('fails for %j, without an allow rule', async (robots) => {
  expect((await of(robots)).status).toBe('fail');
});

it('fails if only Googlebot is blocked', async () => {
  const outcome = await of('User-agent: Googlebot\nDisallow: /');
  expect(outcome).toMatchObject({
    status: 'fail',
    value: { search: ['Googlebot', 'Applebot'] },
    summary: 'robots.txt blocks the page for Googlebot and Applebot.',
  });
});

it('fails if Googlebot is blocked, even if others are let in', async () => {
  const outcome = await of('User-agent: *\nDisallow: /\n\nUser-agent: bingbot\nDisallow:');
  expect(outcome).toMatchObject({
    status: 'fail',
    summary:
      'robots.txt blocks the page for Googlebot, DuckDuckBot, Applebot and crawlers it does not name.',
  });
});

it('warns if another search engine is blocked', async () => {
  const outcome = await of('User-agent: bingbot\nDisallow: /');
  expect(outcome).toMatchObject({
    status: 'warn',
    value: { search: ['bingbot'] },
    summary: 'robots.txt lets Google crawl the page, but not bingbot.',
  });
  expect(outcome.points).toBeUndefined();
});

it('charges little if only small search engines are blocked', async () => {
  const outcome = await of('User-agent: Applebot\nDisallow: /');
  expect(outcome).toMatchObject({ status: 'warn', points: 0.9, value: { search: ['Applebot'] } });
});

it('leaves crawlers of archives and AI services to other checks', async () => {
  const robots = 'User-agent: GPTBot\nUser-agent: CCBot\nUser-agent: archive.org_bot\nDisallow: /';
  const outcome = await of(robots);
  expect(outcome).toMatchObject({ status: 'pass', value: { search: [] } });
  expect(outcome.evidence).toBeUndefined();
});

const letIn = (...agents: readonly string[]) =>
  `${agents.map((agent) => `User-agent: ${agent}\nAllow: /\n\n`).join('')}User-agent: *\nDisallow: /`;

it('does not fail a list of allowed search engines, and names who is shut out', async () => {
  expect(await of(letIn('Googlebot', 'bingbot', 'DuckDuckBot', 'Applebot'))).toMatchObject({
    status: 'warn',
    points: 0.9,
    value: { search: ['*'] },
    summary: 'robots.txt lets Google crawl the page, but not crawlers it does not name.',
    evidence: [{ text: 'Disallow: /' }],
  });
  const onlyGoogle = await of(letIn('Googlebot'));
  expect(onlyGoogle).toMatchObject({
    status: 'warn',
    // Applebot follows the rules for Googlebot.
    value: { search: ['bingbot', 'DuckDuckBot', '*'] },
  });
  expect(onlyGoogle.points).toBeUndefined();
});

it('ignores rules for our own crawler', async () => {
  const robots = { kind: 'server_error', status: 429 } as const;
  expect((await outcomeOf(indexableRobotsTxt, { robots })).status).toBe('error');
});

it('treats a server error as Google does', async () => {
  const robots = { kind: 'server_error', status: 503 } as const;
  expect(await outcomeOf(indexableRobotsTxt, { robots })).toMatchObject({
    status: 'fail',
    evidence: [{ kind: 'url', text: 'https://example.com/robots.txt' }],
    advice: expect.not.stringContaining('quoted'),
  });
});

it('is an error if robots.txt could not be requested', async () => {
  const robots = { kind: 'unknown', reason: 'connect_timeout' } as const;
  expect((await outcomeOf(indexableRobotsTxt, { robots })).status).toBe('error');
});

it('has no result if there are too many rules to compare', async () => {
  const rules = 'Disallow: *a*b*c*x\n'.repeat(20_000);
  const url = `https://example.com/${'abc'.repeat(600)}`;
  const robots = `User-agent: *\n${rules}`;
  expect((await outcomeOf(indexableRobotsTxt, { robots, url })).status).toBe('error');
});
