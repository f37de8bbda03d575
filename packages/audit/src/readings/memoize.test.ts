import { expect, it, vi } from 'vitest';
import { memoize, openMemory } from './memoize.ts';

it('computes once for each object, regardless of the result', () => {
  const compute = vi.fn((page: { text: string }) => (page.text === '' ? undefined : page.text));
  const textOf = memoize(compute);
  const [page, empty] = [{ text: 'a' }, { text: '' }];
  expect([textOf(page), textOf(empty), textOf(page), textOf(empty)]).toEqual([
    'a',
    undefined,
    'a',
    undefined,
  ]);
  expect(compute).toHaveBeenCalledTimes(2);
});

it('computes again for a copy of an object', () => {
  const page = { text: 'a' };
  const textOf = memoize(({ text }: { text: string }) => text);
  expect(textOf(page)).toBe('a');
  expect(textOf({ ...page, text: 'b' })).toBe('b');
  expect(textOf(Object.assign({}, page, { text: 'c' }))).toBe('c');
});

it('keeps the results of several functions apart, also of one that calls another', () => {
  const page = { text: 'abc' };
  const lengthOf = memoize(({ text }: { text: string }) => text.length);
  const halfOf = memoize((input: { text: string }) => lengthOf(input) / 2);
  expect([halfOf(page), lengthOf(page), halfOf(page)]).toEqual([1.5, 3, 1.5]);
});

it('computes once for a frozen object, too', () => {
  const compute = vi.fn(({ text }: { text: string }) => [text]);
  const textsOf = memoize(compute);
  const lengthOf = memoize((input: { text: string }) => textsOf(input).length);
  const page = Object.freeze({ text: 'a' });
  expect([lengthOf(page), lengthOf(page)]).toEqual([1, 1]);
  expect(textsOf(page)).toBe(textsOf(page));
  expect(compute).toHaveBeenCalledTimes(1);
});

it('keeps what it knows of an object that is frozen later', () => {
  const page = { text: 'a' };
  const textsOf = memoize(({ text }: { text: string }) => [text]);
  const before = textsOf(page);
  Object.freeze(page);
  const lengthOf = memoize((input: { text: string }) => input.text.length);
  expect([textsOf(page) === before, lengthOf(page)]).toEqual([true, 1]);
});

it('does not change what an object shows', () => {
  const page = { text: 'a' };
  const memory = openMemory<typeof page, number>();
  expect(memory.find(page)).toBeUndefined();
  memory.keep(page, 1);
  expect(memory.find(page)).toEqual({ output: 1 });
  expect(Reflect.ownKeys({ ...page })).toEqual(['text']);
  expect(JSON.stringify(page)).toBe('{"text":"a"}');
});
