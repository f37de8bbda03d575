import { expect, it } from 'vitest';
import { evaluate, factsOf, outcomeOf } from '../fixtures/facts-of.ts';
import { domSize } from './dom-size.ts';

it.each([
  [1500, 32, 'pass'],
  [1501, 10, 'warn'],
  [100, 33, 'warn'],
  [3000, 33, 'warn'],
  [3001, 10, 'fail'],
] as const)('takes %i elements at most %i deep to %s', async (elements, depth, status) => {
  const facts = await factsOf();
  const outcome = evaluate(domSize, { ...facts, page: { ...facts.page, elements, depth } });
  expect(outcome).toMatchObject({ status, value: { elements, depth } });
});

it('names the limit', async () => {
  const facts = await factsOf();
  const of = (elements: number, depth: number) =>
    evaluate(domSize, { ...facts, page: { ...facts.page, elements, depth } }).summary;
  expect(of(10, 40)).toMatch(/up to 32 levels are fine/);
  expect(of(2000, 4)).toMatch(/up to 1500 elements are fine/);
  expect(of(2000, 40)).toMatch(/1500 elements and 32 levels/);
});

it('counts the elements of a page, and not what a template holds', async () => {
  const many = '<p>a</p>'.repeat(1600);
  expect((await outcomeOf(domSize, { body: many })).status).toBe('warn');
  expect((await outcomeOf(domSize, { body: `<template>${many}</template>` })).status).toBe('pass');
});
