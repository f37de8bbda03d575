import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { contentType } from './content-type.ts';

const of = (value: string | readonly string[], url = 'https://example.com/page') =>
  outcomeOf(contentType, { url, headers: { 'content-type': value } });

it.each([
  'text/html',
  'Text/HTML; charset=utf-8',
  'application/xhtml+xml',
  'text/html;charset="utf-8',
  'text/html, text/html; charset=utf-8',
])('passes %s', async (value) => {
  expect((await of(value)).status).toBe('pass');
});

it('passes a page about an image whose URL ends like an image', async () => {
  expect((await of('text/html', 'https://example.com/wiki/File:Loaf.jpg')).status).toBe('pass');
});

it.each([[[]], ['html'], [''], ['*/*']])('fails %j as missing', async (value) => {
  expect(await of(value)).toMatchObject({ status: 'fail', value: [] });
});

it('fails another type, and warns about several', async () => {
  expect(await of('text/plain')).toMatchObject({ status: 'fail', value: ['text/plain'] });
  expect(await of(['text/plain', 'text/html; charset=utf-8'])).toMatchObject({
    status: 'warn',
    value: ['text/plain', 'text/html'],
    evidence: [{ kind: 'header', text: 'Content-Type: text/plain' }, { kind: 'header' }],
  });
});
