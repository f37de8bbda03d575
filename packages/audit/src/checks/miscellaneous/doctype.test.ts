import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { doctype } from './doctype.ts';

const of = (html: string) => outcomeOf(doctype, { html });

it.each([
  '<!doctype HTML><p>Text',
  '\n<!-- made by hand --><!DOCTYPE html SYSTEM "about:legacy-compat"><p>Text',
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><p>Text',
])('passes %s', async (html) => {
  expect(await of(html)).toMatchObject({ status: 'pass', value: 'no-quirks' });
});

it('warns about one of limited quirks', async () => {
  const transitional =
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';
  expect(await of(`${transitional}<p>Text`)).toMatchObject({
    status: 'warn',
    value: 'limited-quirks',
    evidence: [{ kind: 'html', text: transitional }],
  });
});

it.each(['<p>Text', '<html><!DOCTYPE html><p>Text', 'x<!DOCTYPE html>'])(
  'fails a page that does not start with one: %s',
  async (html) => {
    expect(await of(html)).toMatchObject({ status: 'fail', value: 'quirks' });
  },
);

it('fails one of HTML 3.2, and quotes it', async () => {
  const old = '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">';
  expect(await of(`${old}<p>Text`)).toMatchObject({ status: 'fail', evidence: [{ text: old }] });
});

it('does not apply to XHTML that is served as XML', async () => {
  const html = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"></html>';
  const headers = { 'content-type': 'application/xhtml+xml; charset=utf-8' };
  expect((await outcomeOf(doctype, { html, headers })).status).toBe('na');
  expect((await outcomeOf(doctype, { html })).status).toBe('fail');
});
