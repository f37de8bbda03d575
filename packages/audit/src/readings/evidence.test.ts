import { expect, it } from 'vitest';
import { attributeEvidence, elementsEvidence } from './evidence.ts';

const at = { line: 3, column: 7 };
const quoteOf = (html: string, text: string) =>
  elementsEvidence([{ tag: { html, ...at }, text }])[0];

it('quotes an element with its text and end tag', () => {
  expect(quoteOf('<h3 class="x">', 'Rye')).toEqual({
    kind: 'html',
    text: '<h3 class="x">Rye</h3>',
    ...at,
  });
  expect(elementsEvidence([{ html: '<title>', text: 'Rye', ...at }])[0]?.text).toBe(
    '<title>Rye</title>',
  );
});

it('quotes only the tag of an element without text', () => {
  expect(quoteOf('<h2>', '')?.text).toBe('<h2>');
});

it('cuts long tags and long texts, and keeps the end tag', () => {
  const long = quoteOf('<h2>', '😀'.repeat(400))?.text ?? '';
  expect(long).toMatch(/^<h2>😀.*…<\/h2>$/su);
  expect(long).toHaveLength(300);
  expect(long.isWellFormed()).toBe(true);
  const classes = quoteOf(`<h2 class="${'a'.repeat(280)}">`, 'Rye')?.text ?? '';
  expect(classes).toMatch(/^<h2 class="a+…>Rye<\/h2>$/);
});

it('keeps a text from looking like a tag', () => {
  expect(quoteOf('<h2>', 'The <b> element, 1 < 2')?.text).toBe(
    '<h2>The &lt;b> element, 1 < 2</h2>',
  );
});

it('quotes 25 elements at most', () => {
  const found = Array.from({ length: 26 }, () => ({ html: '<h2>', text: 'Rye', ...at }));
  expect(elementsEvidence(found)).toHaveLength(25);
});

it('quotes the tag of an attribute, or the attribute alone if the cut tag does not show it', () => {
  const whole = '<img alt="A &amp; B">';
  expect(attributeEvidence({ html: whole, ...at }, 'alt', 'A & B').text).toBe(whole);
  const html = `<img src="${'s'.repeat(289)}…`;
  expect(attributeEvidence({ html, ...at }, 'alt', 'Rye').text).toBe('<img … alt="Rye">');
});
