import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { contentSignalsCheck } from './content-signals.ts';

const of = (robots: string) => outcomeOf(contentSignalsCheck, { robots });

it('does not apply without such a line', async () => {
  expect(await outcomeOf(contentSignalsCheck)).toMatchObject({
    status: 'na',
    summary: 'The site has no robots.txt that can be read.',
  });
  expect(await of('# Content-Signal: search=maybe\nUser-agent: *\nAllow: /')).toMatchObject({
    status: 'na',
    summary: 'robots.txt has no Content-Signal line.',
  });
});

it.each([
  // As Cloudflare adds it to the robots.txt of sites.
  'User-agent: *\nContent-Signal: search=yes,ai-train=no\nAllow: /\n\nUser-agent: GPTBot\nDisallow: /',
  'User-Agent: *\nDisallow: /cart\nContent-signal: Search = Yes , ai-train=NO,',
  'User-agent: *\nContent-Signal: search=yes\n\nUser-agent: GPTBot\nContent-Signal: ai-train=yes, search=no',
  'User-agent: *\nContent-Signal: search=yes, ai-train=no, ai-personalise=soon',
  // Some pages are private, and what is public may be used.
  'User-agent: *\nContent-Signal: search=yes\nDisallow: /private/',
  'User-agent: *\nContent-Signal: search=yes\nDisallow: /\nAllow: /public/',
  'User-agent: *\nContent-Signal: search=no, ai-input=no, ai-train=no\nDisallow: /',
])('passes %j', async (robots) => {
  expect((await of(robots)).status).toBe('pass');
});

it('states the signals for all crawlers', async () => {
  expect(await of('User-agent: *\nContent-Signal: ai-train=no, search=yes')).toMatchObject({
    summary: 'robots.txt states for all crawlers: search=yes, ai-train=no.',
    value: { lines: 1, signals: { search: 'yes', 'ai-train': 'no' } },
    evidence: [{ kind: 'robots', line: 2 }],
  });
  expect(await of('User-agent: GPTBot\nContent-Signal: ai-train=no')).toMatchObject({
    status: 'pass',
    summary: 'The Content-Signal lines have no signal for all crawlers.',
  });
});

it.each([
  ['ai-train=n', 'ai-train without the value yes or no'],
  ['ai-train', 'ai-train without the value yes or no'],
  ['search=yes; ai-train=no', 'search without the value yes or no'],
  ['search=yes, ai_train=no', 'the name ai_train instead of ai-train'],
  ['train-ai=no', 'the name train-ai instead of ai-train'],
  ['', 'no signal'],
])('warns of %j', async (signals, fault) => {
  expect(await of(`User-agent: *\nContent-Signal: ${signals}`)).toMatchObject({
    status: 'warn',
    summary: `Line 2 of robots.txt has ${fault}, so crawlers may not read this signal.`,
    evidence: [{ line: 2 }],
  });
});

it('warns of a signal that is both yes and no for a crawler', async () => {
  const robots =
    'User-agent: *\nUser-agent: GPTBot\nContent-Signal: ai-train=no\n\nUser-agent: gptbot\nContent-Signal: ai-train=yes';
  expect(await of(robots)).toMatchObject({
    status: 'warn',
    summary: 'robots.txt states both ai-train=yes and ai-train=no for gptbot.',
    evidence: [{ line: 3 }, { line: 6 }],
  });
});

it('warns of contents that may be used, but not fetched', async () => {
  expect(await of('User-agent: *\nContent-Signal: search=yes\nDisallow: /')).toMatchObject({
    status: 'warn',
    summary:
      'robots.txt allows search, but the same group disallows the whole site, so its crawlers cannot fetch anything.',
    evidence: [{ line: 2 }],
  });
});

it('reads a hostile robots.txt', async () => {
  const line = `Content-Signal: ${'ai-train=x,'.repeat(1_000)}\n`;
  const { evidence = [] } = await of(`User-agent: *\n${line.repeat(40)}`);
  expect(evidence).toHaveLength(25);
});
