import { expect, it } from 'vitest';
import { ampersandEscaper } from './escape-ampersands.ts';

const xml =
  '<?x a&b?><!-- c&d <![CDATA[ --><a>?a=1&b=2&amp;c&#38;&#x26;\n&lt;&\n<![CDATA[&d=1]]>&e;<b c="&">]&</b>';
const escaped =
  '<?x a&b?><!-- c&d <![CDATA[ --><a>?a=1&amp;b=2&amp;c&#38;&#x26;\n&lt;&amp;\n<![CDATA[&d=1]]>&e;<b c="&amp;">]&amp;</b>';

it.each([1, 2, 3, 5, 8, 13, 1_000])('escapes in parts of %i characters', (length) => {
  const found: string[] = [];
  const next = ampersandEscaper((text) => found.push(text[0] ?? ''));
  let text = '';
  for (let at = 0; at < xml.length; at += length) text += next(xml.slice(at, at + length));
  expect(text + next('', true)).toBe(escaped);
  expect(found).toEqual(['&', '&', '&', '&']);
});

it('says where they are', () => {
  const found: (readonly [string, number])[] = [];
  ampersandEscaper((text, lines) => found.push([text.slice(0, 3), lines]))(
    '\n&b=\n\n&c&amp;',
    true,
  );
  expect(found).toEqual([
    ['&b=', 1],
    ['&c&', 3],
  ]);
});
