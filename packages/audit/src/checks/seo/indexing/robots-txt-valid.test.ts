import { expect, it } from 'vitest';
import { parseRobotsTxt } from '../../../fetch/robots/robots-rules.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { robotsTxtValid } from './robots-txt-valid.ts';

const of = (robots: string) => outcomeOf(robotsTxtValid, { robots });
const rules = (...lines: string[]) => of(['User-agent: *', ...lines].join('\n'));

it.each([
  'Disallow:',
  'Disallow: /private # not for all',
  'allow : /*.css$',
  'Disallow: *.pdf$',
  'ALLOW: /',
  'Crawl-delay: 10',
  'Clean-param: ref /articles/',
  'Host: example.com',
  'Request-rate: 1/5',
  'Visit-time: 0600-0845',
  'Agentmap: https://example.com/.well-known/ai-catalog.json',
  'Forbid: /private',
  'Content-Signal: search=yes, ai-train=no',
  'License: https://example.com/license.xml',
  'Sitemap: https://example.com/sitemap.xml',
  'Sitemap: https://cdn.example.net/s.xml.gz',
  'sitemap: ftp://example.com/sitemap.xml',
  '# Disallow',
  'User-agent: Googlebot/2.1',
])('passes %s', async (line) => {
  expect(await rules(line)).toMatchObject({ status: 'pass' });
});

it.each([
  ['Disallow: private', 'does not start with /'],
  ['Allow: https://example.com/page', 'does not start with /'],
  ['User-agent:', 'without a name'],
  ['Sitemap: /sitemap.xml', 'not an absolute URL'],
  ['Sitemap: sitemap.xml', 'not an absolute URL'],
  ['Sitemap: data:text/plain,x', 'not an absolute URL'],
  ['Sitemap:', 'not an absolute URL'],
  ['Sitemap:# none', 'not an absolute URL'],
])('fails %s', async (line, words) => {
  const outcome = await rules(line);
  expect(outcome).toMatchObject({
    status: 'fail',
    value: { faulty: 1 },
    evidence: [{ kind: 'robots', line: 2, text: line }],
  });
  expect(outcome.summary).toContain(words);
});

it.each([
  ['Disallow: /*$.php', 'a $'],
  ['Allow: /prices$in/euro', 'a $'],
  ['Disallow /private', 'without its colon'],
  ['Noindex: /tag/', 'ignored since 2019'],
  ['Disalow: /private', 'misspelled'],
  ['Disallowed: /private', 'misspelled'],
  ['Useragent: bingbot', 'misspelled'],
  ['Dsiallow: /private', 'misspelled'],
  ['User-agnet: bingbot', 'misspelled'],
  ['Alow: /', 'misspelled'],
  ['Stiemap: https://example.com/s.xml', 'misspelled'],
  ['Added 17.6.2019', 'not a directive'],
  ['Disallow', 'not a directive'],
  [': /private', 'not a directive'],
  ['this is not a rule', 'not a directive'],
])('warns about %s, which crawlers read or ignore', async (line, words) => {
  const outcome = await rules(line);
  expect(outcome).toMatchObject({ status: 'warn', evidence: [{ line: 2, text: line }] });
  expect(outcome.summary).toContain(words);
});

it('fails rules before the first User-agent, but not others', async () => {
  expect(await of('Sitemap: https://example.com/s.xml\nDisallow: /a\nUser-agent: *')).toMatchObject(
    {
      status: 'fail',
      evidence: [{ line: 2 }],
    },
  );
  const parted = 'User-agent: *\n\nSitemap: https://example.com/s.xml\n\nDisallow: /a';
  expect((await of(parted)).status).toBe('pass');
});

it('quotes the worst first and counts the rest', async () => {
  const outcome = await rules('Noindex: /', 'Sitemap: /s.xml', 'Nothing', 'Disallow: x');
  expect(outcome).toMatchObject({
    status: 'fail',
    summary:
      'Line 5 of robots.txt has a path that does not start with / or *. 3 more lines have errors.',
    value: { lines: 5, faulty: 4 },
    evidence: [{ line: 5 }, { line: 3 }, { line: 4 }, { line: 2 }],
  });
});

it.each([
  ['\ufeff', 'utf16le'],
  ['', 'utf16le'],
] as const)('names the encoding of UTF-16, with the mark %j', async (mark, encoding) => {
  const source = Buffer.from(`${mark}User-agent: *\nDisallow: /a\n`, encoding);
  for (const bytes of [source, Buffer.from(source).swap16()]) {
    const outcome = await outcomeOf(robotsTxtValid, {
      robots: {
        kind: 'found',
        url: 'https://example.com/robots.txt',
        contentType: 'text/plain',
        rules: parseRobotsTxt(bytes),
      },
    });
    expect(outcome).toMatchObject({ status: 'fail', advice: expect.stringContaining('UTF-8') });
    expect(outcome.summary).toContain('in UTF-16');
  }
});

it('does not apply to an HTML page, which another check reports', async () => {
  expect((await of('<!doctype html>\n<p>Text\n<p>Text')).status).toBe('na');
});

it('does not apply without a robots.txt, or to an empty one', async () => {
  expect((await outcomeOf(robotsTxtValid)).status).toBe('na');
  const robots = { kind: 'server_error', status: 500 } as const;
  expect((await outcomeOf(robotsTxtValid, { robots })).status).toBe('na');
  expect((await of('# nothing\n')).status).toBe('na');
});

it('reads through a file of faults', async () => {
  const outcome = await of('Alow: /\n'.repeat(9000));
  expect(outcome.value).toEqual({ lines: 9000, faulty: 9000 });
  expect(outcome.evidence).toHaveLength(25);
});

it('parses the URLs of sitemaps up to a hundred thousand characters', async () => {
  const long = `Sitemap: https://example.com/${'x'.repeat(1_000)}`;
  const wrong = 'Sitemap: /sitemap.xml';
  expect((await rules(...Array<string>(90).fill(long), wrong)).status).not.toBe('pass');
  expect((await rules(...Array<string>(110).fill(long), wrong)).status).toBe('pass');
});
