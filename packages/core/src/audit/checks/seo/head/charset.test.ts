import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { charset } from './charset.ts';

const bare = { headers: { 'content-type': 'text/html' } };

it('passes UTF-8 declared in the header or early in the page', async () => {
  expect(await outcomeOf(charset)).toMatchObject({ status: 'pass', value: 'utf-8' });
  const early = await outcomeOf(charset, { ...bare, head: '<meta charset="UTF8">' });
  expect(early).toMatchObject({ status: 'pass', value: 'utf-8' });
});

it('passes a byte order mark', async () => {
  expect((await outcomeOf(charset, { ...bare, html: '\ufeff<p>Text' })).status).toBe('pass');
});

it('fails a page that declares nothing', async () => {
  expect((await outcomeOf(charset, bare)).status).toBe('fail');
});

it('fails a declaration after the first 1,024 bytes', async () => {
  const head = `<!--${'x'.repeat(1100)}--><meta charset="utf-8">`;
  expect(await outcomeOf(charset, { ...bare, head })).toMatchObject({
    status: 'fail',
    value: 'utf-8',
  });
});

it('warns where header and page disagree, not where they spell one encoding two ways', async () => {
  const conflict = await outcomeOf(charset, { head: '<meta charset="iso-8859-2">' });
  expect(conflict).toMatchObject({ status: 'warn', value: 'utf-8' });
  expect((await outcomeOf(charset, { head: '<meta charset="utf8">' })).status).toBe('pass');
});

it('warns about a declaration that browsers overrule', async () => {
  const outcome = await outcomeOf(charset, { ...bare, head: '<meta charset="utf-16">' });
  expect(outcome).toMatchObject({ status: 'warn', value: 'utf-8' });
});

it('warns about an encoding other than UTF-8', async () => {
  const headers = { 'content-type': 'text/html; charset=latin1' };
  expect(await outcomeOf(charset, { headers })).toMatchObject({
    status: 'warn',
    value: 'windows-1252',
  });
});
