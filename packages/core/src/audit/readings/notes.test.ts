import { expect, it } from 'vitest';
import { summarizePage } from '../audit-page.ts';
import { factsOf, type PageUnderTest } from '../checks/fixtures/facts-of.ts';
import { checks } from '../checks/index.ts';
import { runChecks } from '../run-checks.ts';

const many = (count: number, part: string) =>
  Array.from({ length: count }, (_, at) => part.replaceAll('#', String(at))).join('');
const jsonLd = (text: string) => `<script type="application/ld+json">${text}</script>`;
const long = 'x'.repeat(2_000);

/** The notes of a report of this page. */
async function notesOf(page: PageUnderTest): Promise<readonly string[]> {
  const facts = await factsOf(page);
  await runChecks(checks, facts);
  return summarizePage(facts).notes;
}

it.each<readonly [note: string, within: PageUnderTest, beyond: PageUnderTest]>([
  [
    'only the first 100 canonical links are read',
    { head: many(100, '<link rel=canonical href=/#>') },
    { head: many(101, '<link rel=canonical href=/#>') },
  ],
  [
    'some canonical links are not read: they are too long',
    { head: many(9, `<link rel=canonical href="/${long}#">`) },
    { head: many(11, `<link rel=canonical href="/${long}#">`) },
  ],
  [
    'only the first 1,000 hreflang links are read',
    { head: many(1_000, '<link rel=alternate hreflang=en href=/#>') },
    { head: many(1_001, '<link rel=alternate hreflang=en href=/#>') },
  ],
  [
    'only the first 50 hreflang links are read',
    { head: many(50, `<link rel=alternate hreflang=en href="/${long}#">`) },
    { head: many(60, `<link rel=alternate hreflang=en href="/${long}#">`) },
  ],
  [
    'only the first 100 meta descriptions are read',
    { head: many(100, '<meta name=description content=a>') },
    { head: many(101, '<meta name=description content=a>') },
  ],
  [
    'only the first 25 viewport meta tags are read',
    { head: many(25, '<meta name=viewport content=a>') },
    { head: many(26, '<meta name=viewport content=a>') },
  ],
  [
    'only the first 2,000 meta tags are read for link previews',
    { head: many(2_000, '<meta name=a content=a>') },
    { head: many(2_001, '<meta name=a content=a>') },
  ],
  [
    'only the first 100 robots meta tags are read',
    { head: many(100, '<meta name=robots content=all>') },
    { head: many(101, '<meta name=robots content=all>') },
  ],
  [
    'only the first 25 Content-Security-Policies are read',
    { headers: { 'content-security-policy': many(25, 'img-src a,') } },
    { headers: { 'content-security-policy': many(26, 'img-src a,') } },
  ],
  [
    'only the first 3,000 headings by tag are read',
    { body: many(3_000, '<h2>x</h2>') },
    { body: many(3_001, '<h2>x</h2>') },
  ],
  [
    'only the first 3,000 headings by role are read',
    { body: many(3_000, '<p role=heading>x</p>') },
    { body: many(3_001, '<p role=heading>x</p>') },
  ],
  [
    'only the first 10 main headings are searched for error messages',
    { body: many(10, '<h1>x</h1>') },
    { body: many(11, '<h1>x</h1>') },
  ],
  [
    'only the first 100 links to next and previous pages are read',
    { head: many(100, '<link rel=next href=/#>') },
    { head: many(101, '<link rel=next href=/#>') },
  ],
  [
    'only the first 500 mailto: links are read',
    { body: many(500, '<a href=mailto:a@b.de>x</a>') },
    { body: many(501, '<a href=mailto:a@b.de>x</a>') },
  ],
  [
    'some email addresses of the page are not listed',
    { body: many(1_000, 'a#@b.de ') },
    { body: many(1_001, 'a#@b.de ') },
  ],
  [
    'some style attributes of images are not read: they are too long',
    { body: many(100, `<img src=# style="a:${long}">`) },
    { body: many(160, `<img src=# style="a:${long}">`) },
  ],
  [
    'only the first 500 headings are searched for the words of the title',
    { head: '<title>Cats</title>', body: `${many(500, '<h2>x</h2>')}${many(60, 'dog ')}` },
    { head: '<title>Cats</title>', body: `${many(501, '<h2>x</h2>')}${many(60, 'dog ')}` },
  ],
  [
    'only the first 25 words of the title are searched',
    { head: `<title>${many(25, 'word# ')}</title>` },
    { head: `<title>${many(26, 'word# ')}</title>` },
  ],
  [
    'language and words are those of the first 20,000 characters of the text',
    { body: many(3_900, 'word ') },
    { body: many(4_100, 'word ') },
  ],
  [
    'only the first 100,000 characters of the text are kept',
    { body: 'a'.repeat(99_000) },
    { body: 'a'.repeat(101_000) },
  ],
  [
    'only the first 1,000 aria-labelledby attributes are read',
    { body: many(1_000, '<a href=/ aria-labelledby=a></a>') },
    { body: many(1_001, '<a href=/ aria-labelledby=a></a>') },
  ],
  [
    'some JSON-LD is not read: it is too long',
    { head: jsonLd(`["${'x'.repeat(190_000)}"]`) },
    { head: jsonLd(`["${'x'.repeat(200_000)}"]`) },
  ],
  [
    'some JSON-LD is not read: it has too many items, properties or contexts',
    { head: jsonLd(`[${many(1_900, '{"@type":"A"},')}1]`) },
    { head: jsonLd(`[${many(2_100, '{"@type":"A"},')}1]`) },
  ],
  [
    'some JSON-LD is not read: it has too many items, properties or contexts',
    { head: jsonLd(`[${many(190, '{"@context":{"a":"b"}},')}1]`) },
    { head: jsonLd(`[${many(210, '{"@context":{"a":"b"}},')}1]`) },
  ],
  [
    'some Microdata or RDFa is not read: it has too many items or properties',
    { body: many(2_000, '<p itemscope itemtype=https://schema.org/A></p>') },
    { body: many(2_001, '<p itemscope itemtype=https://schema.org/A></p>') },
  ],
  [
    'some structured data is not checked for rich results: there is too much',
    { body: many(1_000, '<p itemscope itemtype=https://schema.org/Event></p>') },
    { body: many(1_001, '<p itemscope itemtype=https://schema.org/Event></p>') },
  ],
  [
    'only the first 10,000 lines of robots.txt are validated',
    { robots: `user-agent: *\n${many(9_000, 'allow: /#\n')}` },
    { robots: `user-agent: *\n${many(11_000, 'allow: /#\n')}` },
  ],
  [
    'some Sitemap lines of robots.txt are not validated: they are too long',
    { robots: many(49, `sitemap: https://a.example/${long}\n`) },
    { robots: many(51, `sitemap: https://a.example/${long}\n`) },
  ],
])('the report says: %s', async (note, within, beyond) => {
  expect(await notesOf(within)).not.toContain(note);
  expect(await notesOf(beyond)).toContain(note);
});
