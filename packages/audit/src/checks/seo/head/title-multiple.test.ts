import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { titleMultiple } from './title-multiple.ts';

const of = (head: string, body = '') => outcomeOf(titleMultiple, { head, body });

it('passes one title', async () => {
  expect((await of('<title>A</title>')).status).toBe('pass');
});

it('fails titles that differ, and quotes them', async () => {
  expect(await of('<title>A</title>\n<title>B</title>')).toMatchObject({
    status: 'fail',
    summary: 'The <head> has 2 different titles; browsers show only the first.',
    value: ['A', 'B'],
    evidence: [
      { text: '<title>A</title>', line: 1 },
      { text: '<title>B</title>', line: 2 },
    ],
  });
});

it('warns about a repeated title', async () => {
  expect((await of('<title>A</title><title> A </title>')).status).toBe('warn');
});

it('does not count the titles of images, nor one in the body', async () => {
  const body = '<svg><title>B</title></svg><p>Text</p><title>C</title>';
  expect((await of('<title>A</title>', body)).status).toBe('pass');
});

it('does not apply without a title', async () => {
  expect((await of('')).status).toBe('na');
});
