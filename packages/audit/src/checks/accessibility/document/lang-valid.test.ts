import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { langValid } from './lang-valid.ts';

// The rules that the cases cover:
// https://www.w3.org/WAI/standards-guidelines/act/rules/bf051a/
// https://www.w3.org/WAI/standards-guidelines/act/rules/de46e4/

const ofPage = (lang: string) => outcomeOf(langValid, { html: `<html lang="${lang}"><p>Text` });
const ofPart = (body: string) => outcomeOf(langValid, { body });

it.each(['en', 'de-AT', 'zh-Hant-TW', 'FR', 'gsw', 'fil', 'es-419', 'sr-Latn', 'x-default'])(
  'checks only the language of %s',
  async (lang) => {
    expect((await ofPage(lang)).status).toBe(lang === 'x-default' ? 'fail' : 'pass');
  },
);

it.each(['eng', 'em-US', '#1', 'i-lux', 'english', 'en_US', ' en', 'jp', 'xx'])(
  'fails %s and quotes the tag',
  async (lang) => {
    expect(await ofPage(lang)).toMatchObject({
      status: 'fail',
      evidence: [{ text: `<html lang="${lang}">`, line: 1 }],
    });
  },
);

it('checks xml:lang if the page is XHTML', async () => {
  const html = '<html xml:lang="english"><p>Text';
  const headers = { 'content-type': 'application/xhtml+xml' };
  expect((await outcomeOf(langValid, { html, headers })).status).toBe('fail');
  expect((await outcomeOf(langValid, { html })).status).toBe('na');
});

it('passes a language with an unknown region, and mentions it', async () => {
  const outcome = await ofPage('en-UK');
  expect(outcome.status).toBe('pass');
  expect(outcome.summary).toContain('the United Kingdom is “GB”');
  expect((await ofPage('iw')).summary).toContain('use “he” instead');
});

it('fails a part with text, the page first', async () => {
  const html = '<html lang="eng"><body><p lang="deutsch">Hallo</p><p lang="deutsch">Welt</p>';
  expect(await outcomeOf(langValid, { html })).toMatchObject({
    status: 'fail',
    evidence: [{ text: '<html lang="eng">' }, { text: '<p lang="deutsch">' }, {}],
    summary: expect.stringContaining('(3 tags are affected)'),
  });
});

it('ignores parts without text, hidden parts and unknown languages', async () => {
  const body =
    '<p lang="zz"></p><p lang="zz" hidden>Text</p><div lang="zz"><p lang="de">Text</p></div><p lang="">Text</p><img lang="zz" alt="">';
  expect((await ofPart(body)).status).toBe('pass');
});

it('does not apply without a language', async () => {
  expect((await outcomeOf(langValid, { html: '<html lang=" "><p>Text' })).status).toBe('na');
});

it.each([
  '<p lang="en-US-GB">Text</p>',
  '<article lang="zz"><p lang="en">Text</p></article>',
  '<div lang="EN"><img alt="Fireworks"></div>',
  '<div lang="zz"><img alt="Fireworks" hidden></div>',
  '<div lang="zz"><img alt="Fireworks" role="none"></div>',
  '<div lang="zz"><img lang="en" alt="Fireworks"></div>',
])('passes %s', async (body) => {
  expect((await ofPart(body)).status).toBe('pass');
});

it.each([
  '<article lang="dutch">Tekst</article>',
  '<article lang="  ">Text</article>',
  '<p lang="i-lux">Text</p>',
  '<div lang="zz"><p aria-hidden="true">Text</p></div>',
  '<div lang="zz"><p style="position: absolute; top: -9999px">Text</p></div>',
  '<div lang="zz"><img alt="Fireworks"></div>',
  '<div lang="zz"><img title="Fireworks"></div>',
  '<div lang="zz"><button aria-label="Close"></button></div>',
  '<img lang="zz" alt="Fireworks">',
  '<nav lang="zz" aria-label="Main"></nav>',
])('fails %s', async (body) => {
  expect((await ofPart(body)).status).toBe('fail');
});

it('looks up the first 1,000 distinct codes', async () => {
  const parts = (count: number) =>
    Array.from({ length: count }, (_, at) => `<p lang=en-x-${at}>x<p lang=en-x-0>x`).join('');
  expect((await ofPart(`${parts(998)}<p lang=zz>x`)).status).toBe('fail');
  expect((await ofPart(`${parts(1_000)}<p lang=zz>x`)).status).toBe('pass');
});
