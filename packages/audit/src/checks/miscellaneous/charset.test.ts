import { describe, expect, it } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { evaluate, factsOf, outcomeOf } from '../fixtures/facts-of.ts';
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

it('fails a page without a declaration', async () => {
  expect((await outcomeOf(charset, bare)).status).toBe('fail');
});

it('fails one that there is not, and one in the body', async () => {
  const unknown = await outcomeOf(charset, { ...bare, head: '<meta charset="utf8mb4">' });
  expect(unknown.status).toBe('fail');
  expect(unknown.summary).toContain('utf8mb4, which browsers do not know');
  const late = `<p>${'x'.repeat(1100)}<meta charset="utf-8">`;
  expect((await outcomeOf(charset, { ...bare, body: late })).status).toBe('fail');
});

it('fails a declaration after the first 1,024 bytes', async () => {
  const head = `<!--${'x'.repeat(1100)}--><meta charset="utf-8">`;
  expect(await outcomeOf(charset, { ...bare, head })).toMatchObject({
    status: 'fail',
    value: 'utf-8',
  });
});

it('counts the bytes to the end of the tag', async () => {
  const [before, meta] = ['<!DOCTYPE html><head>', '<meta charset="utf-8">'];
  const of = (spaces: number) =>
    outcomeOf(charset, { ...bare, html: `${before}${' '.repeat(spaces)}${meta}<p>Text` });
  const room = 1_024 - before.length - meta.length;
  expect((await of(room)).status).toBe('pass');
  expect((await of(room + 1)).status).toBe('fail');
  expect((await of(room + meta.length / 2)).status).toBe('fail');
});

it.each(['text/html; charset=', 'text/html; charset=  ', 'text/html; charset=x'])(
  'takes nothing from the header "%s"',
  async (type) => {
    const headers = { 'content-type': type };
    expect((await outcomeOf(charset, { headers })).status).toBe('fail');
  },
);

it('warns if header and page disagree, but not for labels of the same encoding', async () => {
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

it('quotes what declares an encoding, in the header and in the page', async () => {
  const head =
    '<title>A</title>\n<meta http-equiv="Content-Type" content="text/html; charset=big5">';
  expect(await outcomeOf(charset, { head })).toMatchObject({
    status: 'warn',
    summary: 'The page declares big5 in one place, but browsers read it as utf-8.',
    evidence: [{ kind: 'header', text: 'Content-Type: text/html; charset=utf-8' }, { line: 2 }],
  });
});

describe('what cannot be decoded', () => {
  const broken = (times: number) => {
    const text = `<!DOCTYPE html><p>${'gr\xFC\xDFe '.repeat(times)}`;
    return factsOf().then(async (facts) => {
      const page = await readPage(Buffer.from(text, 'latin1'), 'text/html; charset=utf-8');
      return evaluate(charset, { ...facts, page });
    });
  };

  it('warns about a few places', async () => {
    expect((await broken(1)).summary).toBe(
      'The page is decoded as utf-8, which fails in 2 places: visitors see � there.',
    );
    expect((await broken(4)).status).toBe('warn');
  });

  it('fails if the declaration is wrong', async () => {
    expect((await broken(5)).status).toBe('fail');
  });

  it('passes a page that contains the replacement character itself', async () => {
    expect((await outcomeOf(charset, { body: 'A � is not a letter.' })).status).toBe('pass');
  });
});
