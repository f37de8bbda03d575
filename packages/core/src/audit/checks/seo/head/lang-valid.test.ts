import { describe, expect, it } from 'vitest';
import { actCases, actOutcomeOf } from '../../fixtures/act-cases.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { langValid } from './lang-valid.ts';

const ofPage = (lang: string) => outcomeOf(langValid, { html: `<html lang="${lang}"><p>Text` });
const ofPart = (body: string) => outcomeOf(langValid, { body });

it.each(['en', 'de-AT', 'zh-Hant-TW', 'FR', 'gsw', 'fil', 'es-419', 'sr-Latn', 'x-default'])(
  'judges %s by its language',
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

it('passes a language with a region that there is not, and says so', async () => {
  const outcome = await ofPage('en-UK');
  expect(outcome.status).toBe('pass');
  expect(outcome.summary).toContain('the United Kingdom is “GB”');
  expect((await ofPage('iw')).summary).toContain('it is “he” now');
});

it('fails a part with text, the page first', async () => {
  const html = '<html lang="eng"><body><p lang="deutsch">Hallo</p><p lang="deutsch">Welt</p>';
  expect(await outcomeOf(langValid, { html })).toMatchObject({
    status: 'fail',
    evidence: [{ text: '<html lang="eng">' }, { text: '<p lang="deutsch">' }, {}],
    summary: expect.stringContaining('(3 tags in all)'),
  });
});

it('does not accuse a part without text of its own, hidden, or of no known language', async () => {
  const body =
    '<p lang="zz"></p><p lang="zz" hidden>Text</p><div lang="zz"><p lang="de">Text</p></div><p lang="">Text</p><img lang="zz" alt="">';
  expect((await ofPart(body)).status).toBe('pass');
});

it('does not apply where no language is named', async () => {
  expect((await outcomeOf(langValid, { html: '<html lang=" "><p>Text' })).status).toBe('na');
});

describe('ACT', () => {
  it.each(actCases('bf051a'))('bf051a %s: %s', async (_, expected, html) => {
    expect(await actOutcomeOf(langValid, html)).toBe(expected);
  });

  // Where the rule about parts does not apply, that about the page does: it has to pass.
  it.each(actCases('de46e4'))('de46e4 %s: %s', async (_, expected, html) => {
    const passed = expected === 'inapplicable' ? 'passed' : expected;
    expect(await actOutcomeOf(langValid, html)).toBe(passed);
  });
});
