import { expect, it } from 'vitest';
import { evaluate, factsOf, outcomeOf } from '../fixtures/facts-of.ts';
import { domSize } from './dom-size.ts';

/** The outcome for a page with these numbers, not counting html, head, body and five elements in the head. */
async function of(elements: number, depth: number) {
  const facts = await factsOf();
  const page = { ...facts.page, elements: elements + 8, headElements: 5, depth };
  return evaluate(domSize, { ...facts, page });
}

it.each([
  [800, 32, 'pass'],
  [801, 10, 'warn'],
  [100, 33, 'warn'],
  [1400, 33, 'warn'],
  [1401, 10, 'fail'],
] as const)('takes %i elements at most %i deep to %s', async (elements, depth, status) => {
  expect(await of(elements, depth)).toMatchObject({ status, value: { elements, depth } });
});

it('names the limit', async () => {
  expect((await of(10, 40)).summary).toMatch(/; more than 32 levels can slow/);
  expect((await of(1000, 4)).summary).toMatch(/; more than 800 elements can slow/);
  expect((await of(1000, 40)).summary).toMatch(/800 elements and more than 32 levels/);
});

it('counts the elements of the body, and not those of the head or of a template', async () => {
  const many = '<p>a</p>'.repeat(1000);
  expect(await outcomeOf(domSize, { body: many })).toMatchObject({
    status: 'warn',
    value: { elements: 1000 },
  });
  expect((await outcomeOf(domSize, { body: `<template>${many}</template>` })).status).toBe('pass');
  const head = '<meta name=a content=b>'.repeat(1000);
  expect(await outcomeOf(domSize, { head })).toMatchObject({
    status: 'pass',
    value: { elements: 0 },
  });
});

it('counts an empty page without tags as one without elements', async () => {
  expect(await outcomeOf(domSize, { html: '' })).toMatchObject({ value: { elements: 0 } });
});
