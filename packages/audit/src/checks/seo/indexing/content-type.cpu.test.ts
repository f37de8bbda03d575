import { expect, it } from 'vitest';
import { cpuGrowth } from '../../../fixtures/cpu-growth.ts';
import { evaluate, factsOf } from '../../fixtures/facts-of.ts';
import { contentType } from './content-type.ts';

it.each([
  ['before a fault', (spaces: string) => `text/html${spaces}x`, 'fail'],
  ['in a parameter', (spaces: string) => `text/html; a=b${spaces}c`, 'pass'],
])('takes linear time for white space %s', async (_where, headerOf, status) => {
  const facts = await factsOf();
  const run = (length: number) => {
    const headers = new Map([['content-type', [headerOf(' '.repeat(length))]]]);
    const outcome = evaluate(contentType, { ...facts, response: { ...facts.response, headers } });
    expect(outcome.status).toBe(status);
  };
  expect(await cpuGrowth(run, 4_000)).toBeLessThan(4);
});
