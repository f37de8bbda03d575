import { expect, it } from 'vitest';
import { outcomeOf, type PageUnderTest } from '../fixtures/facts-of.ts';
import { formInsecure } from './form-insecure.ts';

const of = (body: string, page: PageUnderTest = {}) => outcomeOf(formInsecure, { body, ...page });
const insecure = '<form action="http://example.com/send" method="post"></form>';
const http = { url: 'http://example.com/page' };

it.each([
  '<form></form>',
  '<form action=""></form>',
  '<form action="/send"></form>',
  '<form action="//example.com/send"></form>',
  '<form action="https://example.org/"></form>',
  '<form action="javascript:void(0)"></form>',
  '<form action="mailto:a@example.com"></form>',
  '<form action="https://"></form>',
  '<form action="http://localhost:8080/"></form>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it('fails a form that leads to http, and quotes it', async () => {
  expect(await of(`<form></form>\n${insecure}`)).toMatchObject({
    status: 'fail',
    summary: '1 of 2 forms sends its data over http.',
    value: { forms: 2, insecure: 1 },
    evidence: [{ kind: 'html', line: 2, text: insecure.replace('</form>', '') }],
  });
});

it('reads the formaction of a button', async () => {
  const button = '<button formaction="http://example.com/send">Send</button>';
  expect(await of(`<form>${button}</form>`)).toMatchObject({
    status: 'fail',
    evidence: [{ text: '<button formaction="http://example.com/send">' }],
  });
});

it('leaves forms of an http page to the check https, except those that lead to other sites', async () => {
  expect((await of('<form></form>', http)).status).toBe('na');
  expect((await of('<form action="/send"></form>', http)).status).toBe('na');
  const www = '<form action="http://www.example.com/send"></form>';
  expect((await of(www, http)).status).toBe('na');
  expect(await of('<form></form><form action="http://example.org/"></form>', http)).toMatchObject({
    status: 'fail',
    value: { forms: 1, insecure: 1 },
  });
  expect((await of('<form action="https://example.com/"></form>', http)).status).toBe('pass');
});

it('ignores the base URL for a form without an action', async () => {
  const head = '<base href="http://example.org/">';
  expect((await of('<form></form>', { head })).status).toBe('pass');
  expect((await of('<form action="a"></form>', { head })).status).toBe('fail');
});

it('passes what browsers send over https', async () => {
  const headers = { 'content-security-policy': 'upgrade-insecure-requests' };
  expect((await of(insecure, { headers })).status).toBe('pass');
  const other = '<form action="http://example.org/"></form>';
  expect((await of(other, { headers, ...http })).status).toBe('fail');
});

it('does not apply without forms that send something', async () => {
  expect((await of('<input name="q">')).status).toBe('na');
  expect((await of('<form method="Dialog" action="http://example.com/"></form>')).status).toBe(
    'na',
  );
});

it('checks the first 2,000 forms', async () => {
  const body = '<form action="https://example.org/"></form>'.repeat(2_001);
  expect((await of(body)).value).toEqual({ forms: 2_000, insecure: 0 });
});
