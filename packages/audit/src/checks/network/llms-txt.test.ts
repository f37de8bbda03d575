import { expect, it } from 'vitest';
import type { LlmsTxt } from '../../probes/probe-facts.ts';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { llmsTxt } from './llms-txt.ts';

const url = 'https://example.com/llms.txt';
const good: LlmsTxt = {
  kind: 'response',
  url,
  status: 200,
  contentType: 'text/plain',
  length: 50,
  hasHeading: true,
  hasLink: true,
};
const of = (file: Partial<LlmsTxt>) =>
  outcomeOf(llmsTxt, { probes: { llmsTxt: { ...good, ...file } } });

it.each([
  [{}, 'llms.txt has a heading and links.'],
  [{ hasLink: false, length: 9 }, 'llms.txt has a heading.'],
])('passes one with a heading, which is all that is required: %j', async (file, summary) => {
  expect(await of(file)).toMatchObject({ status: 'pass', summary });
});

it('fails one without a heading', async () => {
  expect(await of({ hasHeading: false })).toMatchObject({
    status: 'fail',
    summary: 'llms.txt has no heading (# …).',
    evidence: [{ kind: 'url', text: url }],
  });
});

it('does not apply if there is none, or an HTML page instead', async () => {
  const empty = { length: 0, hasHeading: false, hasLink: false };
  for (const status of [301, 401, 403, 404, 410]) {
    expect((await of({ ...empty, status })).status, String(status)).toBe('na');
  }
  expect((await of({ ...empty, contentType: 'text/html' })).status).toBe('na');
});

it('fails a server error, but not a rejected request', async () => {
  expect((await of({ status: 500 })).status).toBe('fail');
  for (const status of [429, 503, 520]) expect((await of({ status })).status).toBe('error');
  const llms = { kind: 'skipped', url, reason: 'robots_txt' } as const;
  expect((await outcomeOf(llmsTxt, { probes: { llmsTxt: llms } })).status).toBe('error');
});
