import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { aiOptOutsCheck } from './ai-opt-outs.ts';

it('does not apply without an opt-out', async () => {
  const head =
    '<meta name="robots" content="index, max-snippet:-1"><meta name="tdm-reservation" content="0">';
  expect(await outcomeOf(aiOptOutsCheck, { head })).toMatchObject({
    status: 'na',
    summary: 'The page has no AI opt-out, such as noai or noarchive.',
  });
});

it('lists the opt-outs of tags and headers, with who follows them', async () => {
  const outcome = await outcomeOf(aiOptOutsCheck, {
    head: '<meta name="robots" content="noai, noimageai"><meta name="TDM-Reservation" content=" 1 ">',
    headers: { 'X-Robots-Tag': 'noarchive', 'tdm-reservation': '1' },
  });
  expect(outcome).toMatchObject({
    status: 'pass',
    value: ['noai', 'noimageai', 'noarchive', 'tdm-reservation'],
    evidence: [{ kind: 'html' }, { kind: 'header' }, { kind: 'html' }, { kind: 'header' }],
  });
  expect(outcome.summary).toContain('noarchive (no AI answers of Bing, and no training by');
});

it.each([
  ['<meta name="robots" content="noai">', 'User-agent: *\nContent-Signal: ai-train=no', 'pass'],
  [
    '<meta name="robots" content="noai">',
    'User-agent: GPTBot\nContent-Signal: ai-train=yes',
    'pass',
  ],
  [
    '<meta name="robots" content="noarchive">',
    'User-agent: *\nContent-Signal: ai-train=yes',
    'pass',
  ],
  ['<meta name="robots" content="noai">', 'User-agent: *\nContent-Signal: ai-train=yes', 'warn'],
  [
    '<meta name="tdm-reservation" content="1">',
    'User-agent: *\nContent-Signal: ai-train=yes',
    'warn',
  ],
])('%s and %j: %s', async (head, robots, status) => {
  expect((await outcomeOf(aiOptOutsCheck, { head, robots })).status).toBe(status);
});

it('names what contradicts robots.txt', async () => {
  const head = '<meta name="robots" content="noarchive, noai">';
  const robots = 'User-agent: *\nContent-Signal: search=yes, ai-train=yes';
  expect((await outcomeOf(aiOptOutsCheck, { head, robots })).summary).toBe(
    'The page has noai, but robots.txt states ai-train=yes.',
  );
});
