import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { countWork } from '../fixtures/count-work.ts';
import { textFacts } from '../fixtures/text-facts.ts';

const kindsOf = (html: string) => textFacts(html).secrets.map(({ kind }) => kind);

const letters = 'Kb3QmZt7GxWj9RpHn2DfLr5SvCy8TaXu4hBeNk6gJdPq1oVwMz0iEsUcYlFA';
const random = (length: number) => letters.repeat(3).slice(0, length);

// A token whose checksum is right: the example of articles about the format. It is not valid anywhere.
const gitHub = ['ghp', 'zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'].join('_');
const stripe = ['sk', 'live', random(24)].join('_');

const secrets: readonly (readonly [kind: string, text: string])[] = [
  ['GitHub token', gitHub],
  ['GitHub token', `github_pat_${random(22)}_${random(59)}`],
  ['GitLab token', `glpat-${random(20)}`],
  ['Stripe secret key', stripe],
  ['Stripe secret key', `rk_live_${random(30)}`],
  ['OpenAI key', `sk-${random(20)}T3BlbkFJ${random(20)}`],
  ['OpenAI key', `sk-proj-${random(74)}T3BlbkFJ${random(74)}`],
  ['Anthropic key', `sk-ant-api03-${random(93)}AA`],
  ['Slack token', `xoxb-1234567890-1234567890123-${random(24)}`],
  ['Slack webhook', `https://hooks.slack.com/services/T0ABCDEF1/B0ABCDEF12/${random(24)}`],
  ['SendGrid key', `SG.${random(22)}.${random(43)}`],
];

describe('a secret', () => {
  it.each(secrets)('%s is found in scripts, attributes and comments', (kind, text) => {
    for (const html of [
      `<script>const key = "${text}"</script>`,
      `<script type=application/json>{"key":"${text}"}</script>`,
      `<p data-key='${text}'>`,
      `<!-- ${text} -->`,
      `<template><p data-key="${text}"></template>`,
    ]) {
      expect(kindsOf(html), html).toEqual([kind]);
    }
  });

  it.each(secrets)('%s is not one as text, nor with another length', (_kind, text) => {
    for (const html of [
      `<pre>${text}</pre>`,
      `<textarea>${text}</textarea>`,
      `<title>${text}</title>`,
      `<xmp>${text}</xmp>`,
      `<p>a &amp; ${text}`,
      // The example of a documentation, and the data for its copy button.
      `<code>${text}</code><button data-copy="${text}"></button><script>"${text}"</script>`,
      `<p title="x${text.replace('https://', '')}">`,
      `<p title="${text}${'y'.repeat(200)}">`,
      `<p title="${text.slice(0, text.length / 2)}">`,
    ]) {
      expect(kindsOf(html), html).toEqual([]);
    }
  });

  it('is shown by its first characters and its position', () => {
    const { secrets } = textFacts(`<p>\n<script>\n  let a = '${gitHub}'; b('${stripe}')</script>`);
    expect(secrets).toEqual([
      { kind: 'GitHub token', line: 3, column: 12, shown: 'ghp_zQWB' },
      { kind: 'Stripe secret key', line: 3, column: 58, shown: 'sk_live_Kb3Q' },
    ]);
  });

  it.each([
    ['a wrong checksum', `ghp_${random(36)}`],
    ['a placeholder', `sk_live_${'x'.repeat(24)}`],
    ['a placeholder of words', 'sk_live_your_secret_key_goes_here'],
    ['a placeholder that counts', 'sk_live_1234567890abcdefghij1234'],
    [
      'a placeholder of a webhook',
      `hooks.slack.com/services/T00000000/B00000000/${'X'.repeat(24)}`,
    ],
    ['a key for tests', `sk_test_${random(24)}`],
    ['a public key of Stripe', `pk_live_${random(24)}`],
    ['a key of Google Maps', `AIzaSy${random(33)}`],
    ['a public token of Mapbox', `pk.eyJ1${random(40)}.${random(22)}`],
    ['the id of an AWS key', 'AKIAIOSFODNN7EXAMPLE'],
    ['a class', 'sk-button-with-a-very-long-name-of-three-parts'],
    ['a name that contains a prefix', `MSG.${random(22)}.${random(43)}`],
  ])('is not %s', (_what, text) => {
    expect(kindsOf(`<script>"${text}"</script>`)).toEqual([]);
  });
});

describe('a private key', () => {
  const pem = (type: 'pkcs1' | 'pkcs8', options = {}) =>
    generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey.export({
      type,
      format: 'pem',
      ...options,
    }) as string;
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const openSsh = (cipher: string) => {
    const bytes = Buffer.concat([
      Buffer.from(`openssh-key-v1\0\0\0\0${String.fromCharCode(cipher.length)}${cipher}`, 'latin1'),
      Buffer.alloc(120, 7),
    ]);
    return `-----BEGIN OPENSSH PRIVATE KEY-----\n${bytes.toString('base64')}\n-----END OPENSSH PRIVATE KEY-----`;
  };

  it.each([
    ['of RSA', pem('pkcs1')],
    ['of PKCS 8', pem('pkcs8')],
    ['of a curve', ec.export({ type: 'sec1', format: 'pem' }) as string],
    ['of a service account', JSON.stringify({ private_key: pem('pkcs8') })],
    ['in JSON in JSON', JSON.stringify(JSON.stringify({ private_key: pem('pkcs8') }))],
    ['of OpenSSH', openSsh('none')],
  ])('%s is found', (_what, text) => {
    const { secrets } = textFacts(`<script>${text}</script>`);
    expect(secrets).toMatchObject([{ kind: 'private key' }]);
    expect(secrets[0]?.shown).toMatch(/^-----BEGIN [A-Z ]+$/);
  });

  it.each([
    ['that is cut', pem('pkcs8').replace(/\n[^\n]+\n-----END/, '\n-----END')],
    ['of dots', '-----BEGIN PRIVATE KEY-----\nMIIE...\n-----END PRIVATE KEY-----'],
    ['with a password', pem('pkcs8', { cipher: 'aes-256-cbc', passphrase: 'x' })],
    ['with a password, of RSA', pem('pkcs1', { cipher: 'aes-256-cbc', passphrase: 'x' })],
    ['with a password, of OpenSSH', openSsh('aes256-ctr')],
    ['that is a certificate', pem('pkcs8').replaceAll('PRIVATE KEY', 'CERTIFICATE')],
    ['that is text', `-----BEGIN PRIVATE KEY-----\n${random(150)}\n-----END PRIVATE KEY-----`],
  ])('%s is not', (_what, text) => {
    expect(kindsOf(`<script>${text}</script>`)).toEqual([]);
  });
});

it('secrets are found in order, wherever a step of the search ends', () => {
  const html = `<!-- ${gitHub} -->${'x'.repeat(130_000)}<!-- ${stripe} -->`;
  for (let cut = 0; cut < 60; cut++) {
    const at = 131_072 - cut - 5;
    expect(kindsOf(`<p>${' '.repeat(at - 3)}<!--${stripe}-->${html}`)).toEqual([
      'Stripe secret key',
      'GitHub token',
    ]);
  }
});

it.each([
  'ghp_',
  `${gitHub} `,
  `sk_live_${random(24)} `,
  'sk-',
  '-----BEGIN PRIVATE KEY-----',
  `-----BEGIN PRIVATE KEY-----${random(62)}`,
  'SG.',
])('a page of %j is cheap', (part) => {
  const html = `<script>${part.repeat(1_000_000 / part.length)}</script>`;
  expect(textFacts(html).secrets.length).toBeLessThanOrEqual(100);
  expect(countWork(() => textFacts(html))).toBeLessThan(8 * html.length);
});
