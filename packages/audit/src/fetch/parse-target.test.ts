import { isSitegradeError } from '@sitegrade/foundation/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter, anyUrl } from '../fixtures/any-character.ts';
import { failureOf, reasonOf, testNetwork } from './fixtures/fetching.ts';
import { privateUrls, refusedUrls } from './fixtures/url-corpus.ts';
import { createNetwork } from './network.ts';
import { parseTarget } from './parse-target.ts';

const network = createNetwork();
const parse = (input: string) => parseTarget(input, network);

describe('invalid URLs', () => {
  const certain = refusedUrls.filter(({ reasons }) => reasons.length === 1);
  it.each(certain)('$id $input', async ({ input, reasons }) => {
    expect(await reasonOf(() => parse(input))).toBe(reasons[0]);
  });

  it('are reported with the field and a message', () => {
    try {
      parse('ftp://p.test/');
    } catch (error) {
      expect(error).toMatchObject({
        code: 'url_not_allowed',
        reason: 'url_scheme',
        issues: { url: ['Only URLs with http:// or https:// can be analysed.'] },
      });
    }
    expect.assertions(1);
  });

  it.each([
    ['https://p.test/a b', 'a space at character 17.'],
    [' https://p.test/a\tb ', 'a tab at character 17.'],
    ['https://p.test/\r\nhttps://q.test/', 'a line break at character 16.'],
    ['https://p.test/\nb', 'a line break at character 16.'],
    ['https://münchen.test/ü b', 'a space at character 23.'],
    ['https://p.test/?token=secret b', 'a space at character 29.'],
    ['https://user:secret@p.test/ b', 'a space at character 28.'],
    ['https://p.test/\u202e\u{1f600} b', 'a space at character 18.'],
    [`https://p.test/${'a'.repeat(100)} b`, 'a space at character 116.'],
  ])('say where %j has white space', async (input, where) => {
    const { message } = await failureOf(() => parse(input));
    expect(message).toMatch(/^This is not a valid URL\. .*The URL has /);
    expect(message.endsWith(` The URL has ${where}`), message).toBe(true);
  });

  it.each(['https://p.test/\x00 b', 'https://p.test/\\ b', 'p.test/\x01b'])(
    'say nothing of white space after another character that is not allowed: %j',
    async (input) => {
      expect((await failureOf(() => parse(input))).message).toMatch(/example\.com\/page\.$/);
    },
  );

  it('include port 0 even if all ports are allowed', async () => {
    expect(await reasonOf(() => parseTarget('http://p.test:0/', testNetwork()))).toBe('url_port');
  });
});

describe('valid URLs', () => {
  it.each(privateUrls)('$id $input, which is blocked when connecting', ({ input }) => {
    const target = parseTarget(input.replace('PORT', '3000'), testNetwork());
    expect(target.url.protocol).toMatch(/^https?:$/);
  });

  it.each([
    ['U29', ' http://p.test/ ', 'http://p.test/'],
    ['U29', '\thttp://p.test/a\r\n', 'http://p.test/a'],
    ['U29', '\x01\v\fp.test\x1f', 'https://p.test/'],
    ['U29', '\u00a0http://p.test/a\u00a0', 'http://p.test/a'],
    ['U29', '\ufeffp.test/?a=b\ufeff', 'https://p.test/?a=b'],
    ['U29', '\u200bp.test\u200b\u200d\u2060', 'https://p.test/'],
    ['U29', '\u202ahttp://p.test/\u202c\u200e', 'http://p.test/'],
    ['U29', '\u2028\u3000http://p.test/\u00ad\u2029', 'http://p.test/'],
    ['U29', `${' '.repeat(3_000)}http://p.test/${' '.repeat(3_000)}`, 'http://p.test/'],
    ['U29', 'http://p.test/a\u00a0b', 'http://p.test/a%C2%A0b'],
    ['U31', 'http://p.test/%0d%0aX:%20y', 'http://p.test/%0d%0aX:%20y'],
    ['U34', 'example.com', 'https://example.com/'],
    ['U34', 'example.com/a?b', 'https://example.com/a?b'],
    ['U34', 'example.com:8080/a', 'https://example.com:8080/a'],
    ['U38', 'http://p.test:080/', 'http://p.test/'],
    ['U38', 'HTTP://P.TEST/', 'http://p.test/'],
    ['U38', 'http://p.test./', 'http://p.test/'],
    ['U38', 'http://p.test/#part', 'http://p.test/'],
    ['U40', `http://p.test/${'a'.repeat(2034)}`, `http://p.test/${'a'.repeat(2034)}`],
    ['U42', 'http://münchen.test/', 'http://xn--mnchen-3ya.test/'],
    ['U42', 'http://faß.test/', 'http://xn--fa-hia.test/'],
  ])('%s %s', (_id, input, href) => {
    expect(parse(input).url.href).toBe(href);
  });

  it.each([
    ['example.com', true],
    ['example.com:443', true],
    ['https://example.com', false],
    ['HTTP://example.com', false],
  ])('%s: whether the scheme was assumed: %s', (input, assumed) => {
    expect(parse(input).schemeAssumed).toBe(assumed);
  });
});

describe('denyHosts', () => {
  const denying = createNetwork({
    denyHosts: ['a.test', '.b.test', '*.c.test', 'münchen.test', '203.0.113.7', '[2001:db8::1]'],
  });
  it.each([
    ['http://a.test/', true],
    ['http://A.test./', true],
    ['http://x.a.test/', false],
    ['http://b.test/', true],
    ['http://x.b.test/', true],
    ['http://xb.test/', false],
    ['http://c.test/', false],
    ['http://x.y.c.test/', true],
    ['http://xn--mnchen-3ya.test/', true],
    ['http://203.0.113.7/', true],
    ['http://0xcb007107/', true],
    ['http://[2001:db8:0::1]/', true],
  ])('U45 %s: %s', async (input, denied) => {
    const outcome = await reasonOf(() => parseTarget(input, denying)).catch(() => 'passes');
    expect(outcome).toBe(denied ? 'host_blocked' : 'passes');
  });
});

describe('any input', () => {
  const pieces = fc.oneof(
    anyUrl,
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    fc
      .array(
        fc.constantFrom('http', 's', ':', '/', '//', '\\', '@', '[', ']', '%', '.', '1', 'a', '\n'),
        { maxLength: 16 },
      )
      .map((parts) => parts.join('')),
  );

  it('has a reason, or is an http(s) URL with a host, without a user and a fragment', () => {
    fc.assert(
      fc.property(pieces, (input) => {
        try {
          const { url } = parse(input);
          expect(url.href).toMatch(/^https?:\/\/[^/@#\s\\]+\/[^#\s]*$/);
          expect(url.href.length).toBeLessThanOrEqual(2048);
          expect(parse(url.href).url.href).toBe(url.href);
        } catch (error) {
          if (!isSitegradeError(error)) throw error;
          expect(error.reason).toMatch(/^(?:url|host)_/);
          expect(error.issues?.url).toHaveLength(1);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
