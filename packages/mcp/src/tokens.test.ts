import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { startAgent } from './fixtures/start-agent.ts';
import { approximateTokens, textOfPage } from './text-pages.ts';

/** What the tools may take of the context of an agent, before it has called one. */
const maxDescriptionTokens = 1_700;
const maxAnswerTokens = 10_000;

it('has at most six tools, whose descriptions are short', async () => {
  const { client } = await startAgent();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'analyze',
    'explain',
    'crawl_start',
    'crawl_status',
    'compare',
    'list',
  ]);
  const tokens = countTokens(JSON.stringify(tools));
  expect(tokens).toBeLessThan(maxDescriptionTokens);
  expect(tokens).toMatchInlineSnapshot(`968`);
});

/** Letters of which no word is known: the worst of ASCII. */
const letters = (length: number) =>
  Array.from(
    { length },
    (_, index) => 'qzxjvkwpbgfhqjzkxvtcmdl'[(index * 7 + (index >> 3)) % 23],
  ).join('');

it.each([
  ['English words', 'The crust of the bread is dark, and its crumb is dense. '.repeat(400)],
  ['German words', 'Die Bäckerei öffnet früh, und das Roggenbrot ist außen kross. '.repeat(400)],
  ['Chinese', '黑麦面包的外壳颜色深，面包屑致密，味道独特。'.repeat(400)],
  ['Yi, which tokenizers know least', 'ꀀꀁꀂꀃꀄꀅꀆꀇꀈ'.repeat(700)],
  ['emoji', '👩‍🌾🥖🍞🧑🏽‍🍳🇦🇹'.repeat(400)],
  ['random letters', letters(20_000)],
  ['random letters in words', letters(20_000).replace(/.{6}/g, '$& ')],
  ['escaped bytes', '%E9%BB%91%E9%BA%A6'.repeat(1_000)],
  ['digits', '31415926535897932384626433832795'.repeat(500)],
  ['punctuation', '<=>~^`|}{[]()!?;'.repeat(900)],
  ['markup', '<img src="/wheel.svg" alt="" class="b-12 c_3">'.repeat(400)],
])('has short pages, regardless of the topic: %s', (_, text) => {
  const lines = text.match(/.{1,300}/gsu) ?? [];
  const blocks = lines.map((line) => [line]);
  let tokensOfAll = 0;
  for (let page = 1; ; page++) {
    const shown = textOfPage({ head: ['Head'], blocks, page });
    if (shown.includes('There is no page')) break;
    const tokens = countTokens(shown);
    expect(tokens).toBeLessThan(maxAnswerTokens);
    tokensOfAll += tokens;
  }
  // All of it is on one of the pages.
  expect(tokensOfAll).toBeGreaterThan(countTokens(text));
  expect(approximateTokens(text)).toBeGreaterThan(countTokens(text) / 1.9);
});

/** A page with faults of all kinds, many of each, whose quotes are long. */
function faultyPage(word: string): string {
  const tags = Array.from({ length: 60 }, (_, index) => {
    const text = `${word} ${index} `.repeat(20);
    return [
      `<img src="/${index}.jpg" title="${text}" data-a="${text}">`,
      `<a href="http://localhost/${index}" title="${text}"></a>`,
      `<input name="n${index}" placeholder="${text}" data-b="${text}">`,
      `<div role="nothing" id="same" aria-wrong="${text}" tabindex="5">${text}</div>`,
      `<iframe src="/${index}" data-c="${text}"></iframe><h3></h3><font size="7">${text}</font>`,
      `<button style="${text}"></button><table><tr><td>${text}</table>`,
    ].join('\n');
  });
  return `<html><head><title>${word}</title>${tags.join('\n')}`;
}

it.each(['bread', '黑麦面包', 'ꀀꀁꀂ', letters(9)])(
  'answers about the worst pages in parts: %s',
  async (word) => {
    const { call } = await startAgent();
    const html = faultyPage(word);
    const first = await call('analyze', { html });
    const [, count = '0'] =
      /\nPage 1 of (\d+)\. The rest: the same call with page 2\.$/.exec(first) ?? [];
    expect(Number(count)).toBeGreaterThan(1);
    const ids: string[] = [];
    for (let page = 1; page <= Number(count); page++) {
      const answer = await call('analyze', { html, page });
      expect(countTokens(answer)).toBeLessThan(maxAnswerTokens);
      ids.push(...(answer.match(/^(?:fail|warn) [a-z-]+/gm) ?? []));
    }
    expect(ids.length).toBeGreaterThan(20);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await call('analyze', { html, page: Number(count) + 1 })).toContain(
      `There is no page ${Number(count) + 1}: the last one is ${count}.`,
    );
  },
);
