import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { anyCharacter } from '@sitegrade/audit/for-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeKeyText } from '../api-keys/key-text.ts';
import { hashPassword } from '../context/password.ts';
import { redact } from './redact.ts';

/** A word that occurs in no other text here, so that finding it is a leak. */
const secrets = fc
  .tuple(
    fc.string({ minLength: 0, maxLength: 12, unit: 'binary-ascii' }),
    fc.stringMatching(/^[A-Z]{12}$/),
  )
  .map(([rest, word]) => ({ word, text: rest + word }));
/** Surrounding text, as in error messages. */
const around = fc.stringMatching(/^[a-z ]{0,30}$/).map((text) => ` ${text} `);
/** Possible userinfo of a URL, percent-encoded or not. */
const userinfos = fc
  .tuple(
    fc.stringMatching(/^[a-z]{1,8}$/),
    fc.string({ maxLength: 10, unit: fc.constantFrom(...'ab1$&+,;=!*()@:/?#[]%.~-_') }),
    fc.stringMatching(/^[A-Z]{12}$/),
    fc.boolean(),
  )
  .map(([user, rest, word, encoded]) => {
    const password = rest + word;
    return { word, text: `${user}:${encoded ? encodeURIComponent(password) : password}` };
  });

const expectGone = (text: string, word: string, known: readonly string[] = []) => {
  const clean = redact(text, known);
  expect(clean).not.toContain(word);
  expect(clean).toContain('[redacted]');
};

describe('redact', () => {
  it('redacts API keys anywhere', () => {
    const keys = fc.constant(0).map(() => makeKeyText(randomBytes));
    fc.assert(
      fc.property(keys, around, around, (key, before, after) => {
        const secret = key.slice(14);
        for (const written of [
          key,
          key.slice(0, -3),
          key.toUpperCase(),
          key.replace('_', '%5F'),
          key.replace('s', '%73'),
          encodeURIComponent(encodeURIComponent(`a=/${key}`)),
          key.replace('_', '_test_'),
          `https://example.com/${key}/x?y=${key}#${key}`,
        ]) {
          const clean = redact(before + written + after);
          expect(clean.toLowerCase()).not.toContain(secret.slice(0, 12).toLowerCase());
        }
      }),
    );
  });

  it('redacts the values of headers in any notation', () => {
    const headers = fc.constantFrom('Authorization', 'cookie', 'Set-Cookie', 'proxy-authorization');
    fc.assert(
      fc.property(headers, secrets, around, (name, { word, text }, before) => {
        const value = text.replace(/[\r\n]/g, '');
        expectGone(`${before}${name}: ${value}`, word);
        expectGone(`${before}${name}=${value}`, word);
        expectGone(before + JSON.stringify({ [name]: text, x: 1 }), word);
        expectGone(before + JSON.stringify(JSON.stringify({ [name]: text })), word);
        expectGone(before + inspect({ [name]: text }), word);
        expectGone(before + inspect([name, text]), word);
      }),
    );
  });

  it('redacts values named password, token or similar', () => {
    const names = fc.constantFrom(
      ...[
        'password',
        'new_password',
        'passwordHash',
        'PGPASSWORD',
        'client_secret',
        'access_token',
      ],
      ...['apiKey', 'api-key', 'sessionId', 'passphrase', 'private_key', 'credentials'],
    );
    fc.assert(
      fc.property(names, secrets, around, (name, { word, text }, before) => {
        const parameters = new URLSearchParams([
          ['a', 'b'],
          [name, text],
        ]).toString();
        expectGone(before + parameters, word);
        expectGone(`${before}https://example.com/?${parameters}&c=d`, word);
        expectGone(before + encodeURIComponent(`https://example.com/?${parameters}`), word);
        expectGone(before + JSON.stringify({ privacy: 2, [name]: text }), word);
        expectGone(before + JSON.stringify({ body: JSON.stringify({ [name]: text }) }), word);
        expectGone(before + inspect({ [name]: text }), word);
        expectGone(`${before}${name}: ${text.replace(/[\r\n"'\\]/g, '')}`, word);
        expectGone(`${before}${name}='${text.replace(/['\\]/g, '\\$&')}' host=db`, word);
      }),
    );
  });

  it('redacts the credentials in URLs, encoded or not', () => {
    const schemes = fc.constantFrom(
      'http',
      'https',
      'postgres',
      'postgresql',
      'redis',
      'mongodb+srv',
    );
    fc.assert(
      fc.property(schemes, userinfos, around, (scheme, { word, text }, before) => {
        const url = `${scheme}://${text}@db.example:5432/app`;
        for (const written of [
          url,
          `<${url}>`,
          `"${url}"`,
          `http://a/b,${url}`,
          // With `://` in the password, it would look like a URL.
          `${text.replace(/:\/{2,}/g, ':/')}@db:5432`,
        ]) {
          expectGone(before + written, word);
        }
        expectGone(`${before}/x?next=${encodeURIComponent(url)}`, word);
      }),
    );
  });

  it('keeps the rest of such a URL', () => {
    const url = 'postgres://ann:a/b@c@db.example:5432/app';
    expect(redact(`no ${url} here`)).toBe('no postgres://[redacted]@db.example:5432/app here');
  });

  it('redacts known secrets in every encoding', () => {
    const known = fc
      .tuple(fc.string({ unit: anyCharacter }), fc.stringMatching(/^[A-Z]{12}$/))
      .map(([rest, word]) => ({ word, text: rest + word }));
    fc.assert(
      fc.property(known, around, ({ word, text }, before) => {
        const form = new URLSearchParams([['x', text]]).toString();
        for (const written of [text, form, JSON.stringify({ x: text })]) {
          expectGone(before + written, word, [text]);
        }
        expectGone(before + JSON.stringify(JSON.stringify({ x: text })), word, [text]);
      }),
    );
  });

  it('redacts a secret completely if it begins with another one', () => {
    for (const known of [
      ['hunter', 'hunter2two'],
      ['hunter2two', 'hunter'],
    ]) {
      expect(redact('no hunter2two here', known)).toBe('no [redacted] here');
    }
  });

  it.each([
    'Bearer abc.def-ghi',
    'bearer%20abcdefgh',
    'Basic YW5uOnNlY3JldA==',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl',
    'of-ann-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl',
    'a.eyJhbGci-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl',
    'https://example.com/?key=AIzaSyA&v=1',
    'https://example.com/?a=1&sig=abc',
    '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
    '-----BEGIN PRIVATE KEY-----\nMIIE',
    '{"password":"never closed',
    String.raw`{\"password\":\"never closed`,
  ])('redacts %s', (text) => {
    const secret = text.replace(/^(?:bearer|basic)(?: |%20)/i, '').slice(-8);
    expectGone(`failed: ${text}`, secret);
  });

  it('redacts a private key, but nothing after it', () => {
    const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----';
    expect(redact(`x ${pem} y`)).toBe('x -----BEGIN RSA PRIVATE KEY-----[redacted] y');
  });

  it('redacts password hashes of sitegrade', async () => {
    const hash = await hashPassword('x', randomBytes);
    expect(redact(`Failing row contains (1, ${hash}).`)).not.toContain(hash.slice(-20));
  });

  it.each([
    'no such table: sitegrade_report_details',
    'relation "sitegrade_owner_totals" does not exist',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'Send a valid API key as a Bearer token in the Authorization header.',
    'password is required when privacy is 2 (password) and none is stored yet.',
    'getaddrinfo ENOTFOUND db.internal',
    'https://example.com/a/b?page=2&sort=desc#top',
    'https://medium.com/@someone/story',
    'mailto:ann@example.com',
    'Unexpected token in JSON at position 4',
    '100% of 5%d8 done',
    'at run (/srv/node_modules/@scope/pkg/index.js:10:5)',
    String.raw`at run (C:\srv\node_modules\@scope\pkg\index.js:10:5)`,
    'at run (file:///srv/node_modules/@scope/pkg/index.js:10:5)',
  ])('does not change: %s', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('redacts the same in plain text and in other text', () => {
    const parts = [
      'sitegrade_',
      'SITEGRADE_',
      'eyJ',
      'abcdefghijklmnop',
      'x',
      '.',
      '-',
      '/',
      'token',
    ];
    const known = ['kn0wn', 'kn.own'];
    const plain = fc.array(fc.constantFrom(...parts, ...known), { maxLength: 8 });
    fc.assert(
      fc.property(plain, (words) => {
        const text = words.join('');
        expect(`${redact(text, known)} `).toBe(redact(`${text} `, known));
      }),
      { numRuns: 2_000 },
    );
  });

  it('returns one line of limited length, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 3_000 }), (text) => {
        const clean = redact(text);
        expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        if (!clean.endsWith('…')) expect(redact(clean)).toBe(clean);
      }),
    );
    expect(redact('a\r\n2026 \x1b[31m\u202e\ud800\u{e0001}')).toBe(
      String.raw`a\u000d\u000a2026 \u001b[31m\u202e\ud800\u{e0001}`,
    );
    expect(redact('x'.repeat(2_001))).toBe(`${'x'.repeat(2_000)}…`);
  });

  it('reads only the beginning of a long text, and leaves no part of a secret', () => {
    expect(redact(`{"cookie":"${'a'.repeat(20_000_000)}"}`)).toBe('…');
    const secret = 'half-of-it-here';
    for (let length = 131_050; length <= 131_072; length += 1) {
      const text = `token=${'x'.repeat(length - 7)} ${secret} and more`;
      expect(redact(text, [secret])).not.toContain('half');
    }
  });
});
