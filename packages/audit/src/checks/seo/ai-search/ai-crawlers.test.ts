import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { aiSearchCrawlers } from './ai-search-crawlers.ts';
import { aiTrainingCrawlers } from './ai-training-crawlers.ts';
import { aiUserAgents } from './ai-user-agents.ts';
import { archiveCrawlers } from './archive-crawlers.ts';

const all = [aiSearchCrawlers, aiUserAgents, aiTrainingCrawlers, archiveCrawlers];
const disallow = (...agents: readonly string[]) =>
  `${agents.map((agent) => `User-agent: ${agent}\n`).join('')}Disallow: /`;

/** A publisher that wants to be found and quoted, but not to be trained on. */
const publisher = [
  'User-agent: *\nAllow: /',
  disallow('GPTBot', 'ClaudeBot', 'CCBot', 'Google-Extended', 'Applebot-Extended', 'Bytespider'),
  'Sitemap: https://example.com/sitemap.xml',
].join('\n\n');

describe.each(all)('$id', (check) => {
  it('passes without a robots.txt, and with one that blocks no one', async () => {
    expect((await outcomeOf(check)).status).toBe('pass');
    const open = await outcomeOf(check, { robots: 'User-agent: *\nDisallow: /cart' });
    expect(open).toMatchObject({ status: 'pass', value: { blocked: [] }, evidence: [] });
  });

  it('passes for a publisher who does not want to be trained on', async () => {
    expect((await outcomeOf(check, { robots: publisher })).status).toBe('pass');
  });

  it('is unknown if robots.txt is', async () => {
    const robots = { kind: 'unknown', reason: 'connect_timeout' } as const;
    expect((await outcomeOf(check, { robots })).status).toBe('error');
    const limited = { kind: 'server_error', status: 429 } as const;
    expect((await outcomeOf(check, { robots: limited })).status).toBe('error');
  });

  it('does not report a broken robots.txt again', async () => {
    const robots = { kind: 'server_error', status: 503 } as const;
    expect(await outcomeOf(check, { robots })).toMatchObject({
      status: 'na',
      summary: 'robots.txt responds with status 503.',
    });
  });

  it('has no result if there are too many rules to compare', async () => {
    const robots = `User-agent: *\n${'Disallow: *a*b*c*x\n'.repeat(20_000)}`;
    const url = `https://example.com/${'abc'.repeat(600)}`;
    expect((await outcomeOf(check, { robots, url })).status).toBe('error');
  });
});

describe('crawlers of AI search engines', () => {
  it('are named with what blocking them costs, and where that is documented', async () => {
    const robots = `# AI\n${disallow('OAI-SearchBot', 'perplexitybot')}`;
    expect(await outcomeOf(aiSearchCrawlers, { robots })).toMatchObject({
      status: 'warn',
      summary:
        'robots.txt blocks the page for OAI-SearchBot (ChatGPT) and PerplexityBot (Perplexity), so their answers may not show or cite it.',
      value: {
        blocked: [
          {
            agent: 'OAI-SearchBot',
            by: 'ChatGPT',
            cost: 'ChatGPT search does not show the page in its answers; it may still link to it',
            source: 'https://developers.openai.com/api/docs/bots',
          },
          { agent: 'PerplexityBot' },
        ],
        allowed: expect.arrayContaining(['Claude-SearchBot', 'DuckAssistBot']),
      },
      evidence: [{ kind: 'robots', line: 4, text: 'Disallow: /' }],
    });
  });

  it('may be blocked for other pages', async () => {
    const robots = 'User-agent: OAI-SearchBot\nDisallow: /archive/';
    expect((await outcomeOf(aiSearchCrawlers, { robots })).status).toBe('pass');
  });

  it('follow the rules for all crawlers if robots.txt does not name them', async () => {
    const robots = 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow:';
    expect(await outcomeOf(aiSearchCrawlers, { robots })).toMatchObject({
      status: 'warn',
      value: { allowed: [] },
    });
  });
});

it.each([aiSearchCrawlers, aiUserAgents])(
  'does not report with $id a page that Google may not crawl either',
  async (check) => {
    expect(await outcomeOf(check, { robots: 'User-agent: *\nDisallow: /pa' })).toMatchObject({
      status: 'na',
      summary: 'robots.txt blocks the page for Google, too.',
    });
  },
);

it('names AI assistants, and that some ignore the rule', async () => {
  const robots = disallow('Claude-User', 'Perplexity-User');
  expect(await outcomeOf(aiUserAgents, { robots })).toMatchObject({
    status: 'warn',
    summary:
      'robots.txt asks Claude-User (Claude) and Perplexity-User (Perplexity) not to open the page when people ask about it.',
    value: { blocked: [{ agent: 'Claude-User' }, { cost: expect.stringContaining('ignores') }] },
  });
});

it('lists crawlers for AI training without a warning', async () => {
  expect(await outcomeOf(aiTrainingCrawlers, { robots: publisher })).toMatchObject({
    status: 'pass',
    summary:
      'robots.txt blocks the page for 5 of 8 crawlers that collect data for AI training: GPTBot (OpenAI), ClaudeBot (Anthropic), Google-Extended (Google), Applebot-Extended (Apple) and CCBot (Common Crawl).',
    value: { allowed: ['meta-externalagent', 'Amazonbot', 'MistralAI-Training'] },
    evidence: [{ kind: 'robots', line: 10, text: 'Disallow: /' }],
  });
});

it('states that the Internet Archive is blocked, without a warning', async () => {
  expect(await outcomeOf(archiveCrawlers, { robots: disallow('archive.org_bot') })).toMatchObject({
    status: 'pass',
    summary:
      'robots.txt blocks archive.org_bot, so the Wayback Machine may keep no copies of the page.',
  });
});
