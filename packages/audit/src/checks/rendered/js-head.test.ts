import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { jsHead } from './js-head.ts';

const title = '<title>Rye</title>';
const description = '<meta name="description" content="Bread">';
const hreflang = '<link rel="alternate" hreflang="de" href="https://example.com/de">';
const data =
  '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article"}</script>';
const page = (head: string) => `<html lang="en"><head>${head}</head><body>Rye</body></html>`;
const of = (source: string, built: string) =>
  outcomeOf(jsHead, { html: page(source), rendered: { html: page(built) } });

it.each([
  ['title', title, 'the title'],
  ['description', description, 'the meta description'],
  ['hreflang', hreflang, 'the hreflang links'],
  ['structured_data', data, 'structured data'],
])('warns of a %s that only scripts add', async (part, tag, text) => {
  expect(await of('', tag)).toMatchObject({
    status: 'warn',
    summary: `Only scripts add ${text}.`,
    value: { added: [part] },
    evidence: [{ text: tag.slice(0, tag.indexOf('>') + 1) }],
  });
});

it('names all of them', async () => {
  const outcome = await of('', title + description + data);
  expect(outcome.summary).toBe(
    'Only scripts add the title, the meta description and structured data.',
  );
});

it('passes what is there without scripts, also if scripts change or remove it', async () => {
  expect((await of(title, title)).status).toBe('pass');
  expect((await of(title, '<title>Oat</title>')).status).toBe('pass');
  expect((await of(title + description, title)).status).toBe('pass');
});
