import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startHttp } from '../fixtures/servers.ts';
import { collectSitemap } from './collect-sitemap.ts';
import { largeBudget, sitemapsOf, urlset } from './fixtures/sitemap-site.ts';

const ns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Reads one sitemap from robots.txt. */
async function read(body: string | Buffer) {
  return sitemapsOf({
    robots: 'Sitemap: SITE/s.xml',
    files: { '/s.xml': body },
    budget: largeBudget,
  });
}

async function faultsOf(body: string | Buffer) {
  const { problems } = await read(body);
  return problems.map(({ fault, line }) => [fault, line]);
}

describe('entries', () => {
  it.each([
    ['/relative', 'not_absolute'],
    ['//127.0.0.1/p', 'not_absolute'],
    ['ftp://127.0.0.1/p', 'not_absolute'],
    ['http://[/', 'not_absolute'],
    ['http://other.test/', 'other_host'],
    ['', 'no_location'],
    [`SITE/${'a'.repeat(2048)}`, 'too_long'],
  ])('%s: %s', async (location, fault) => {
    const body = `<urlset ${ns}>\n<url>\n<loc>${location}</loc></url>\n<url><loc>SITE/page</loc></url></urlset>`;
    const facts = await read(body);
    expect(facts).toMatchObject({ listsPage: true, urls: 2, problemCount: 1 });
    expect(facts.problems).toMatchObject([
      { fault, line: 3, text: location.slice(0, 30) === 'SITE/aaaa' ? '' : expect.any(String) },
    ]);
  });

  it.each([
    ['<changefreq>sometimes</changefreq>', 'changefreq'],
    ['<lastmod>2026</lastmod><priority>5</priority>', 'priority'],
    ['<priority>high</priority>', 'priority'],
    ['<priority>-0.5</priority>', 'priority'],
    ['<priority>0,5</priority><changefreq>daily</changefreq>', 'priority'],
  ])('with %s are named once for each file', async (rest, fault) => {
    const entry = `<url><loc>SITE/page</loc>${rest}</url>\n`;
    const text = expect.stringContaining(`<${fault}>`);
    const facts = await read(`<urlset ${ns}>\n${entry}${entry}</urlset>`);
    expect(facts).toMatchObject({ listsPage: true, urls: 2, problemCount: 1 });
    expect(facts.problems).toMatchObject([{ fault, line: 2, text }]);
  });

  it.each([
    '<changefreq>daily</changefreq><priority>1.0</priority>',
    '<changefreq>\nWeekly </changefreq><priority> 0.5 </priority>',
    '<priority>.8</priority>',
    '<changefreq></changefreq><priority></priority>',
    '<priority>1</priority>',
  ])('with %s follow the protocol', async (rest) => {
    const { problems } = await read(
      `<urlset ${ns}>\n<url><loc>SITE/page</loc>${rest}</url></urlset>`,
    );
    expect(problems).toEqual([]);
  });

  it('without a URL', async () => {
    expect(await faultsOf(`<urlset ${ns}>\n<url><lastmod>2026</lastmod></url>\n</urlset>`)).toEqual(
      [['no_location', 2]],
    );
  });

  it('do not include images and videos on any host', async () => {
    const body = `<urlset ${ns} xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"
      xmlns:xhtml="http://www.w3.org/1999/xhtml">
      <url><image:image><image:loc>https://cdn.test/a.png</image:loc></image:image>
      <image:loc>https://cdn.test/b.png</image:loc><loc>SITE/page</loc>
      <xhtml:link rel="alternate" hreflang="de" href="https://de.test/"/></url></urlset>`;
    expect(await read(body)).toMatchObject({ urls: 1, listsPage: true, problems: [] });
  });

  it('can have a namespace prefix', async () => {
    const body = `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9">
      <s:url><s:loc>SITE/page</s:loc></s:url></s:urlset>`;
    expect(await read(body)).toMatchObject({ urls: 1, listsPage: true, problems: [] });
  });

  it('can be of the site whose robots.txt lists the sitemap', async () => {
    const elsewhere = await startHttp((_request, response) => response.end());
    const { problems } = await read(urlset('/page', `${elsewhere.url}p`));
    expect(problems).toMatchObject([{ fault: 'other_host' }]);
    const facts = await sitemapsOf({
      robots: 'Sitemap: SITE/moved.xml',
      files: {
        '/moved.xml': (response) => response.writeHead(301, { location: '/s.xml' }).end(),
        '/s.xml': urlset('/page'),
      },
    });
    expect(facts).toMatchObject({ listsPage: true, problems: [] });
  });

  it('of http: in a sitemap of https: stand for the page with https:', () => {
    const listed: string[] = [];
    const url = new URL('https://shop.test/sitemap.xml');
    const named = { url, namedBy: 'robots', authorizedHosts: [] } as const;
    const { events, contents } = collectSitemap(named, (page) => listed.push(page));
    events.onKind('urls');
    events.onEntry('http://shop.test/prices', 4);
    events.onEntry('https://shop.test/', 5);
    expect(listed).toEqual(['https://shop.test/prices', 'https://shop.test/']);
    expect(contents().problems).toMatchObject([
      { fault: 'plain_http', line: 4, text: 'http://shop.test/prices' },
    ]);
  });

  it('with faults are counted, and the first 25 are kept', async () => {
    const facts = await read(urlset(...new Array<string>(60).fill('p')));
    expect(facts.problems).toHaveLength(25);
    expect(facts.problemCount).toBe(60);
  });

  it('are 50,000 at most', async () => {
    const many = (count: number) =>
      Buffer.from(
        `<urlset ${ns}>${'<url><loc>http://127.0.0.1:1/</loc></url>'.repeat(count)}</urlset>`,
      );
    const faults = async (count: number) =>
      (await read(gzipSync(many(count)))).problems.map(({ fault }) => fault);
    expect(await faults(50_000)).not.toContain('too_many');
    expect(await faults(50_001)).toContain('too_many');
  });
});

describe('a file', () => {
  it.each([
    ['that breaks off', `<urlset ${ns}>\n<url>`, 'not_well_formed', 2],
    [
      'with a bare ampersand',
      `<urlset ${ns}>\n<url><loc>SITE/?a&b</loc></url></urlset>`,
      'ampersand',
      2,
    ],
    [
      'whose tags are crossed',
      `<urlset ${ns}><url><loc>SITE/page</url></loc></urlset>`,
      'not_well_formed',
      1,
    ],
    ['without the namespace', '<urlset><url><loc>SITE/page</loc></url></urlset>', 'namespace', 1],
    [
      'of another encoding',
      `<?xml version="1.0" encoding="ISO-8859-1"?>${urlset('/page').slice(38)}`,
      'encoding',
      1,
    ],
    ['of another kind', '<plist/>', 'not_a_sitemap', 1],
    ['of JSON', '{"urls":[]}', 'not_a_sitemap', null],
    ['without entries', `<urlset ${ns}/>`, 'empty', null],
    ['that is empty', '', 'not_a_sitemap', null],
  ])('%s', async (_what, body, fault, line) => {
    expect(await faultsOf(body)).toEqual([[fault, line]]);
  });

  it.each([
    ['gzip by itself', (text: string) => gzipSync(text)],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['with blank lines first', (text: string) => Buffer.from(`\n\n${text.slice(38)}`)],
  ])('of %s is read', async (_what, encode) => {
    const facts = await sitemapsOf({
      robots: 'Sitemap: SITE/s.xml',
      files: {
        '/s.xml': (response, site) =>
          response.end(encode(urlset('/page').replaceAll('SITE', site))),
      },
    });
    expect(facts).toMatchObject({ listsPage: true, problems: [], urls: 1 });
  });

  it('with damaged gzip', async () => {
    const zipped = gzipSync(urlset('/a', '/b', '/c'));
    expect(await faultsOf(zipped.subarray(0, -12))).toEqual([['damaged', null]]);
  });

  it('of plain text has one URL per line', async () => {
    const facts = await read('SITE/a\r\nSITE/page\r\rftp://p/\n\n/x\nSITE/z');
    expect(facts).toMatchObject({ urls: 5, listsPage: true, files: [{ kind: 'text' }] });
    expect(facts.problems.map(({ fault, line }) => [fault, line])).toEqual([
      ['not_absolute', 4],
      ['not_absolute', 6],
    ]);
  });

  it('with a bare ampersand is read to its end', async () => {
    const facts = await read(
      `<urlset ${ns}>\n<url><loc>SITE/</loc></url>\n<url><loc>SITE/?a=1&b=2</loc></url>\n<url><loc>SITE/page</loc></url></urlset>`,
    );
    expect(facts).toMatchObject({ urls: 3, listsPage: true, files: [{ complete: true }] });
    expect(facts.problems).toMatchObject([{ fault: 'ampersand', line: 3, text: '&b=2' }]);
  });

  it('may have an ampersand in a comment and a processing instruction', async () => {
    const facts = await read(
      `<?xml version="1.0"?>\n<?xml-stylesheet href="/s.xsl?a=1&b=2"?>\n<!-- Foo & Bar -->\n<urlset ${ns}><url><loc>SITE/page</loc></url></urlset>`,
    );
    expect(facts).toMatchObject({ listsPage: true, problems: [], files: [{ complete: true }] });
  });

  const atom = (links: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><link href="SITE/feed"/><entry>${links}</entry></feed>`;

  it.each([
    [
      'RSS',
      '<rss version="2.0"><channel><link>SITE/</link><item><title/><link>SITE/page</link></item></channel></rss>',
    ],
    [
      'RSS 1.0',
      '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel/><item><link>SITE/page</link></item></r:RDF>',
    ],
    ['Atom', atom('<link rel="edit" href="SITE/edit"/><link href="SITE/page"/>')],
    ['Atom with a relation', atom('<link rel="alternate" href="SITE/page"/>')],
  ])('that is a feed (%s) lists pages, and not all of them', async (_format, body) => {
    const facts = await read(body);
    expect(facts).toMatchObject({ kind: 'found', urls: 1, listsPage: true, problems: [] });
    expect(facts.files).toMatchObject([{ kind: 'feed', complete: false }]);
    const other = await read(body.replace('SITE/page', 'https://elsewhere.test/'));
    expect(other).toMatchObject({ listsPage: null, problems: [] });
  });

  it('that is an HTML page is missing, even if it is in robots.txt', async () => {
    const facts = await read('<!doctype html><title>Home</title>');
    expect(facts).toMatchObject({ kind: 'none', problems: [], files: [{ reason: 'html' }] });
  });
});

describe('H26 XML', () => {
  it('a tag is read up to 100 attributes', async () => {
    const attributes = (count: number) =>
      Array.from({ length: count }, (_, at) => `xmlns:a${at}="x"`).join(' ');
    const entry = '<url><loc>SITE/page</loc></url>';
    const facts = await read(`<urlset ${ns} ${attributes(60_000)}>${entry}</urlset>`);
    expect(facts.problems).toMatchObject([
      { fault: 'not_well_formed', text: 'more than 100 attributes' },
    ]);
    const fine = await read(`<urlset ${ns} ${attributes(99)}>${entry.repeat(2)}</urlset>`);
    expect(fine.problems).toEqual([]);
  });

  it('nested entities (billion laughs) are not expanded', async () => {
    const names = Array.from({ length: 20 }, (_, level) => level);
    const entities = names.map(
      (level) =>
        `<!ENTITY e${level} "${level === 0 ? 'http://127.0.0.1/' : `&e${level - 1};`.repeat(10)}">`,
    );
    const body = `<?xml version="1.0"?><!DOCTYPE urlset [${entities.join('')}]>
<urlset ${ns}><url><loc>&e19;</loc></url></urlset>`;
    const facts = await read(body);
    expect(facts.problems).toMatchObject([{ fault: 'not_well_formed', line: 2 }]);
    expect(facts.urls).toBe(0);
  });

  it('external entities are not fetched', async () => {
    const hidden = await startHttp((_request, response) => response.end('SITE/page'));
    const body = `<?xml version="1.0"?>
<!DOCTYPE urlset SYSTEM "${hidden.url}dtd" [<!ENTITY x SYSTEM "${hidden.url}x">
<!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "${hidden.url}p"> %p;]>
<urlset ${ns}><url><loc>SITE/ok</loc></url><url><loc>&f;</loc></url></urlset>`;
    const facts = await read(body);
    expect(facts.problems).toMatchObject([{ fault: 'not_well_formed', line: 4 }]);
    expect(facts.problems[0]?.text).not.toContain('root:');
    expect(hidden.connections()).toBe(0);
  });

  it('a DTD without entities is ignored', async () => {
    const body = urlset('/page').replace(
      '<urlset',
      '<!DOCTYPE urlset [<!ELEMENT a ANY>]>\n<urlset',
    );
    expect(await read(body)).toMatchObject({ listsPage: true, problems: [] });
  });

  it('`constructor` is not an entity', async () => {
    expect(await faultsOf(`<urlset ${ns}><url><loc>&constructor;</loc></url></urlset>`)).toEqual([
      ['not_well_formed', 1],
    ]);
  });

  const endlessly = (response: ServerResponse, piece: string) => {
    const more = () => {
      while (!response.destroyed && response.write(piece)) {}
    };
    response.on('drain', more);
    more();
  };

  it.each([
    ['elements in one another', '', '<a>'],
    ['a text without end', '', 'x'],
    ['a tag without end', '<url ', (at: number) => `a${at}="" `],
    ['a comment without end', '<!--', 'x'],
    ['entities that do not exist', '', '&x;'],
  ])('%s: reading stops before the limit of a sitemap', async (_what, begin, piece) => {
    const { problems } = await sitemapsOf({
      robots: 'Sitemap: SITE/s.xml',
      files: {
        '/s.xml': (response) => {
          response.write(`<urlset ${ns}>${begin}`);
          const pieceOf = typeof piece === 'string' ? () => piece : piece;
          endlessly(response, Array.from({ length: 10_000 }, (_, at) => pieceOf(at)).join(''));
        },
      },
      budget: { totalMs: 60_000, maxFiles: 1 },
    });
    expect(problems.map(({ fault, line }) => [fault, line])).toEqual([
      ['not_well_formed', expect.any(Number)],
    ]);
  });
});
