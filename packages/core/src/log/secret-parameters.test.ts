import { randomBytes } from 'node:crypto';
import { anyCharacter, anyUrl } from '@sitegrade/audit/for-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeKeyText } from '../api-keys/key-text.ts';
import { redact } from './redact.ts';
import { redactUrl, secretValues } from './secret-parameters.ts';

const secretNames = [
  ...['token', 'key', 'api_key', 'apikey', 'API-KEY', 'access_token', 'accessToken', 'id_token'],
  ...[
    'auth',
    'authkey',
    'password',
    'passwd',
    'pwd',
    'pw',
    'user[password]',
    'secret',
    'client_secret',
  ],
  ...['signature', 'sig', 'code', 'auth_code', 'session', 'sid', 'PHPSESSID', 'sessionid', 'jwt'],
  ...['X-Amz-Signature', 'X-Amz-Credential', 'X-Amz-Security-Token', 'X-Goog-Signature'],
  ...['X-Goog-Credential', 'AWSAccessKeyId', 'Key-Pair-Id', 'foo_token', 'foo-token', 'fooToken'],
  ...['resettoken', 'subscription-key', 'licensekey', 'hmac', 'SAMLResponse', 'otp', 'ticket'],
];
const plainNames = [
  ...[
    'a',
    'q',
    'page',
    'lang',
    'sort_by',
    'utm_source',
    'zip_code',
    'keyword',
    'keywords',
    'author',
  ],
  ...['design', 'passage', 'compass', 'inside', 'codec', 'encode', 'hash', 'v', 'id', 'signup'],
];
/** Values that no rule redacts without a name. */
const plainValues = fc.stringMatching(/^[a-z0-9 /?:@$!*'(),;|é-]{0,30}$/);
/** A word that occurs in no other part, so that finding it is a leak. */
const words = fc.stringMatching(/^[A-Z]{12}$/);
const knownKeys = [
  makeKeyText(randomBytes),
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl',
  'AKIAIOSFODNN7EXAMPLE',
  `AIza${'Sy-_9'.repeat(7)}`,
  `ghp_${'a1B2'.repeat(9)}`,
  `github_pat_${'a1B2_'.repeat(9)}`,
  `glpat-${'a1B-'.repeat(5)}`,
  `npm_${'a1B2'.repeat(9)}`,
  `sk_live_${'a1B2'.repeat(6)}`,
  `sk-proj-${'a1B_'.repeat(6)}`,
  `whsec_${'a1B2'.repeat(6)}`,
  `xoxb-${'1234-'.repeat(5)}`,
  `SG.${'a1B2'.repeat(5)}.${'a1B2'.repeat(9)}`,
  `ya29.${'a1B2'.repeat(9)}`,
  `shpat_${'a1b2'.repeat(8)}`,
  `dop_v1_${'a1b2'.repeat(16)}`,
  `hf_${'a1B2'.repeat(9)}`,
];

/** A URL with the given parameters, normalised like the URL of a report. */
const urlOf = (parameters: readonly (readonly [string, string])[]) =>
  new URL(
    `https://example.com:8443/a/b?${new URLSearchParams(parameters.map(([...pair]) => pair))}`,
  ).href;

describe('redactUrl', () => {
  it('redacts the values of secret names, and keeps the rest', () => {
    const plainPairs = fc.array(fc.tuple(fc.constantFrom(...plainNames), plainValues));
    fc.assert(
      fc.property(
        fc.constantFrom(...secretNames),
        fc.tuple(fc.string({ unit: anyCharacter, maxLength: 12 }), words),
        fc.func(fc.boolean()),
        plainPairs,
        plainPairs,
        (name, [rest, word], isUpper, before, after) => {
          const cased = [...name].map((letter) =>
            isUpper(letter) ? letter.toUpperCase() : letter,
          );
          for (const spelt of [name, name.toUpperCase(), name.toLowerCase(), cased.join('')]) {
            const marked = urlOf([...before, [spelt, 'REDACTED'], ...after]);
            expect(redactUrl(urlOf([...before, [spelt, rest + word], ...after]))).toBe(
              marked.replace('=REDACTED', '=[redacted]'),
            );
          }
        },
      ),
    );
  });

  it('does not change a URL without secrets', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...plainNames), plainValues)),
        anyUrl,
        (pairs, url) => {
          expect(redactUrl(urlOf(pairs))).toBe(urlOf(pairs));
          expect(redactUrl(url)).toBe(url);
        },
      ),
    );
  });

  it('redacts keys of well-known formats, independent of name and position', () => {
    for (const key of knownKeys) {
      const end = key.slice(-8);
      for (const url of [
        urlOf([['x', key]]),
        urlOf([['x', `before ${key}`]]),
        urlOf([[key, '']]),
        `https://example.com/?${key}`,
        `https://example.com/a/${key}/b`,
        `https://example.com/a/${key.replace(/[_.-]/, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
        urlOf([['next', urlOf([['x', key]])]]),
      ]) {
        expect(redactUrl(url)).not.toContain(end);
        expect(redact(`failed: ${url} now`)).not.toContain(end);
      }
      expect(redact(`no ${key}: wrong`)).not.toContain(end);
      expect(redact(key)).not.toContain(end);
    }
  });

  it('redacts a nested URL with a secret, encoded up to three times', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...secretNames),
        words,
        fc.integer({ min: 0, max: 2 }),
        (...all) => {
          const [name, word, times] = all;
          let inner = urlOf([[name, word]]);
          for (let time = 0; time < times; time += 1) inner = encodeURIComponent(inner);
          const url = urlOf([
            ['a', '1'],
            ['next', inner],
          ]);
          expect(redactUrl(url)).toBe('https://example.com:8443/a/b?a=1&next=[redacted]');
        },
      ),
    );
  });

  it.each([
    ['https://a.test/', 'https://a.test/'],
    ['https://a.test/?token=', 'https://a.test/?token='],
    ['https://a.test/?token', 'https://a.test/?token'],
    ['https://a.test/?token=a=b&c=d', 'https://a.test/?token=[redacted]&c=d'],
    ['https://a.test/?token=a;b?c/d&e=f', 'https://a.test/?token=[redacted]&e=f'],
    ['https://a.test/?x=1;token=a', 'https://a.test/?x=[redacted]'],
    ['https://a.test/?next=/b?token=a&c=d', 'https://a.test/?next=[redacted]&c=d'],
    ['https://a.test/?next=/b#/?x=1', 'https://a.test/?next=/b#/?x=1'],
    ['https://a.test/?%74oken=a', 'https://a.test/?%74oken=[redacted]'],
    ['https://a.test/?%2574oken=a', 'https://a.test/?%2574oken=[redacted]'],
    ['https://a.test/?filter=token=a', 'https://a.test/?filter=[redacted]'],
    ['https://a.test/b;jsessionid=A1/c?d=e', 'https://a.test/b;jsessionid=[redacted]/c?d=e'],
    ['https://a.test/?token=a&token=b', 'https://a.test/?token=[redacted]&token=[redacted]'],
    ['https://a.test/#access_token=a&x=1', 'https://a.test/#access_token=[redacted]&x=1'],
    ['https://a.test/?__proto__=a&code=b', 'https://a.test/?__proto__=a&code=[redacted]'],
  ])('redacts %s as %s', (url, expected) => {
    expect(redactUrl(url)).toBe(expected);
    expect(redactUrl(expected)).toBe(expected);
    expect(new URL(expected).href).toBe(expected);
  });
});

describe('a text with URLs', () => {
  it('loses the secrets, and keeps the rest', () => {
    const text =
      'Failed on "https://a.test/b?lang=de&sig=abc&x=1" and <http://b.test/?code=a%2Fb>.';
    expect(redact(text)).toBe(
      'Failed on "https://a.test/b?lang=de&sig=[redacted]&x=1" and <http://b.test/?code=[redacted]>.',
    );
  });
});

describe('secretValues', () => {
  it('returns values as written and decoded, except short ones', () => {
    const url = 'https://a.test/?token=a%2Fb%2Fc%2Fd%2Fe&code=de&lang=long-enough&sig=12345678';
    expect(secretValues(url)).toEqual(['a%2Fb%2Fc%2Fd%2Fe', 'a/b/c/d/e', '12345678']);
  });
});
