import { expect, it } from 'vitest';
import { parseRobotsTxt } from '../../../fetch/robots/robots-rules.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { robotsTxtContentType } from './robots-txt-content-type.ts';

const of = (text: string, contentType: string | null = 'text/plain') =>
  outcomeOf(robotsTxtContentType, {
    robots: {
      kind: 'found',
      url: 'https://example.com/robots.txt',
      rules: parseRobotsTxt(new TextEncoder().encode(text)),
      contentType,
    },
  });

it.each(['text/plain', 'TEXT/PLAIN; charset=utf-8', ' text/plain;charset=ascii', '', null])(
  'passes %j',
  async (type) => {
    expect((await of('User-agent: *\nDisallow:', type)).status).toBe('pass');
  },
);

it('warns about rules that are called HTML, as many servers do', async () => {
  expect(await of('User-agent: *\nDisallow:', 'text/html; charset=utf-8')).toMatchObject({
    status: 'warn',
    evidence: [{ kind: 'header', text: 'Content-Type: text/html; charset=utf-8' }],
  });
});

it.each([
  '<!DOCTYPE html><title>Home</title>',
  '\n\n  <html\nlang=en>',
  '# a comment\n<!-- page --><html>',
])('fails an HTML page with any Content-Type: %j', async (text) => {
  expect(await of(text)).toMatchObject({
    status: 'fail',
    value: { html: true },
    evidence: [{ kind: 'url' }, { kind: 'robots' }],
  });
});

it('quotes the same of any version of a page', async () => {
  const quotes = async (text: string) => {
    const { evidence = [] } = await of(text);
    return evidence.map(({ text }) => text);
  };
  const page = (script: string) => `<!doctype html><html><script src="/${script}.js"></script>`;
  expect(await quotes(page('a1'))).toEqual(['https://example.com/robots.txt', '<!doctype html>']);
  expect(await quotes(page('b2'))).toEqual(await quotes(page('a1')));
  expect((await quotes('<html\nlang=en>')).at(-1)).toBe('<html');
});

it('does not detect rules with tags, or an empty file, as a page', async () => {
  expect((await of('User-agent: *\nDisallow: /<html>')).status).toBe('pass');
  expect((await of('')).status).toBe('pass');
});

it('does not apply without robots.txt', async () => {
  expect((await outcomeOf(robotsTxtContentType)).status).toBe('na');
});
