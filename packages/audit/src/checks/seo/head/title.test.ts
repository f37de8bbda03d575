import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { title } from './title.ts';

// The rule that the cases cover:
// https://www.w3.org/WAI/standards-guidelines/act/rules/2779a5/

it('passes a title and quotes it with its position', async () => {
  expect(await outcomeOf(title, { head: '<title> A  page </title>' })).toMatchObject({
    status: 'pass',
    value: 'A page',
    evidence: [{ kind: 'html', text: '<title>A page</title>', line: 1 }],
  });
});

it('uses the first title, as browsers do, even if empty', async () => {
  const outcome = await outcomeOf(title, { head: '<title> </title><title>Second</title>' });
  expect(outcome).toMatchObject({ status: 'fail', evidence: [{ line: 1 }, { line: 1 }] });
  expect(outcome.summary).toContain('“Second” is not shown');
});

it('fails a page without a title, and one whose title is white space', async () => {
  expect((await outcomeOf(title)).summary).toBe('The page has no <title>.');
  expect(await outcomeOf(title, { head: '<title>&nbsp; \n</title>' })).toMatchObject({
    status: 'fail',
    summary: 'The <title> is empty.',
    evidence: [{ text: '<title>' }],
  });
});

it('fails a title without visible characters', async () => {
  const outcome = await outcomeOf(title, { head: '<title>&#x200B;&zwj;&shy;</title>' });
  expect(outcome).toMatchObject({ status: 'fail', summary: 'The <title> is empty.' });
});

it('ignores the title of an image', async () => {
  const outcome = await outcomeOf(title, { body: '<svg><title>A chart</title></svg>' });
  expect(outcome.status).toBe('fail');
  const behind = '<svg><title></title></svg><p>Text</p><title>A page</title>';
  expect((await outcomeOf(title, { body: behind })).status).toBe('pass');
});

it.each([
  ['<title>A page</title><iframe src=/f></iframe>', 'pass'],
  ['<body><title>A page</title>', 'pass'],
  ['<h1>A page</h1>', 'fail'],
  ['<iframe src=/f title="A page"></iframe>', 'fail'],
  ['<template><title>A page</title></template>', 'fail'],
])('of %s is %s', async (html, status) => {
  expect((await outcomeOf(title, { html: `<!DOCTYPE html><html>${html}` })).status).toBe(status);
});
