import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { csp } from './csp.ts';

const of = (...policies: readonly string[]) =>
  outcomeOf(csp, { headers: { 'content-security-policy': policies } });
const meta = (content: string) =>
  `<meta http-equiv="Content-Security-Policy" content="${content}">`;

it.each([
  "default-src 'self'",
  "script-src 'self' https://cdn.example.com; object-src 'none'",
  "Script-Src 'nonce-abc' 'strict-dynamic' 'unsafe-inline' https:; object-src 'none'; base-uri 'none'",
  "script-src 'sha256-abc=' 'unsafe-inline'; object-src 'none'",
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'",
  "default-src * 'unsafe-inline'; script-src-elem 'self'",
  "default-src 'self'; script-src 'self' 'unsafe-eval'",
])('passes %s', async (policy) => {
  expect(await of(policy)).toMatchObject({ status: 'pass', value: { weaknesses: [] } });
});

it.each([
  ["script-src 'self' 'unsafe-inline'; object-src 'none'", ['inline']],
  ["default-src 'self' 'unsafe-inline'", ['inline']],
  ['default-src *', ['anywhere']],
  ["script-src 'self' https:; object-src 'none'", ['anywhere']],
  ["script-src 'self' data:; object-src 'none'", ['anywhere']],
  ["script-src 'nonce-abc' 'strict-dynamic'; object-src 'none'", ['base']],
  ["script-src 'self'", ['objects']],
  ["frame-ancestors 'self'", ['scripts', 'objects']],
  ['upgrade-insecure-requests', ['scripts', 'objects']],
  ["script-src 'unsafe-inline'; script-src 'self'; object-src 'none'", ['inline']],
])('warns about %s', async (policy, weaknesses) => {
  expect(await of(policy)).toMatchObject({
    status: 'warn',
    value: { weaknesses },
    evidence: [{ kind: 'header', text: `Content-Security-Policy: ${policy}` }],
  });
});

it('warns if there is none, or none is enforced', async () => {
  expect(await outcomeOf(csp)).toMatchObject({ status: 'warn', evidence: [] });
  const headers = { 'content-security-policy-report-only': "default-src 'self'" };
  expect(await outcomeOf(csp, { headers })).toMatchObject({
    status: 'warn',
    summary: 'The Content-Security-Policy is report-only, so browsers do not enforce it.',
    evidence: [{ text: "Content-Security-Policy-Report-Only: default-src 'self'" }],
  });
  expect((await of('')).summary).toBe('The page has no Content-Security-Policy.');
});

it('combines several policies, as browsers do', async () => {
  const framing = "frame-ancestors 'none'";
  const scripts = "script-src 'self'; object-src 'none'";
  expect((await of(framing, scripts)).status).toBe('pass');
  expect((await of(`${framing}, ${scripts}`)).status).toBe('pass');
  expect(await of(framing, "script-src 'unsafe-inline'; object-src 'none'")).toMatchObject({
    status: 'warn',
    value: { policies: 2, weaknesses: ['inline'] },
  });
});

it('requires base-uri once if every policy uses nonces', async () => {
  const nonce = "script-src 'nonce-abc'; object-src 'none'";
  const hosts = "script-src 'self'; object-src 'none'";
  expect((await of(nonce)).value).toMatchObject({ weaknesses: ['base'] });
  expect((await of(nonce, hosts)).status).toBe('pass');
  expect((await of(nonce, "base-uri 'none'")).status).toBe('pass');
  expect((await of(nonce, "frame-ancestors 'none'")).value).toMatchObject({ weaknesses: ['base'] });
  const hash = "script-src 'sha256-abc=' 'strict-dynamic'; object-src 'none'";
  expect((await of(hash)).value).toMatchObject({ weaknesses: ['base'] });
  expect(await of(`${hosts}, ${nonce}`)).toMatchObject({
    status: 'pass',
    value: { policies: 2 },
  });
});

it('quotes each policy by itself', async () => {
  expect((await of('default-src *, img-src *')).evidence).toMatchObject([
    { text: 'Content-Security-Policy: default-src *' },
    { text: 'Content-Security-Policy: img-src *' },
  ]);
});

it('reads the metas in the head, and no others', async () => {
  const policy = "script-src 'self'; object-src 'none'";
  expect((await outcomeOf(csp, { head: meta(policy) })).status).toBe('pass');
  expect((await outcomeOf(csp, { body: `<p>a</p>${meta(policy)}` })).status).toBe('warn');
});
