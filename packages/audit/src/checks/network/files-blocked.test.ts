import { expect, it } from 'vitest';
import { openCpuAccount } from '../../limits/cpu-account.ts';
import { findBlockedFiles } from '../../probes/blocked-files.ts';
import { evaluate, factsOf } from '../fixtures/facts-of.ts';
import { filesBlocked } from './files-blocked.ts';

const head =
  '<link rel=stylesheet href="/assets/a.css"><script src="/assets/a.js"></script><script src="https://cdn.example/x.js"></script>';
const body = '<img src="/img/a.png" alt="">';

async function of(robots: string, page: { readonly head?: string; readonly body?: string } = {}) {
  const facts = await factsOf({ head, body, robots, ...page });
  const site = new URL(facts.response.finalUrl);
  const blockedFiles = await findBlockedFiles({ ...facts, site, cpu: openCpuAccount() });
  return evaluate(filesBlocked, { ...facts, probes: { ...facts.probes, blockedFiles } });
}

it('quotes the rule and the tags', async () => {
  expect(await of('User-agent: *\nDisallow: /assets/')).toMatchObject({
    status: 'fail',
    points: 0.262,
    summary:
      'robots.txt blocks 2 of 3 scripts, style sheets and images of the page for Google: https://example.com/assets/a.js.',
    evidence: [
      { kind: 'robots', text: 'Disallow: /assets/', line: 2 },
      { kind: 'html', text: '<script src="/assets/a.js">' },
      { kind: 'html', text: '<link rel=stylesheet href="/assets/a.css">' },
    ],
  });
  expect(await of('User-agent: *\nDisallow: /img/')).toMatchObject({ status: 'warn' });
});

it.each([
  ['rules for other files', 'User-agent: *\nDisallow: /admin/'],
  [
    'an exception for Google',
    'User-agent: *\nDisallow: /assets/\n\nUser-agent: Googlebot\nAllow: /',
  ],
  [
    'an exception for files',
    'User-agent: *\nDisallow: /assets/\nAllow: /assets/*.css$\nAllow: /assets/*.js$',
  ],
  ['rules for the image search', 'User-agent: Googlebot-Image\nDisallow: /'],
])('passes with %s', async (_name, robots) => {
  expect((await of(robots)).status).toBe('pass');
});

it.each([
  [
    "Cloudflare's own scripts",
    '<script src="/cdn-cgi/scripts/email-decode.min.js"></script>',
    'cdn-cgi',
  ],
  ['data blocks', '<script type="text/template" src="/t/x.html"></script>', 't'],
  ['tracking pixels', '<img src="/t/pixel.gif" width=1 height=1>', 't'],
])('does not count %s', async (_name, tag, path) => {
  const result = await of(`User-agent: *\nDisallow: /${path}/`, { head, body: tag });
  expect(result).toMatchObject({ status: 'pass', value: { checked: 2 } });
});

it('does not apply if the rule blocks the page itself, which another check reports', async () => {
  expect((await of('User-agent: *\nDisallow: /')).status).toBe('na');
});

it('does not apply without robots.txt or files', async () => {
  expect((await of('', { head: '', body: '' })).status).toBe('na');
  const facts = await factsOf({ head });
  expect(evaluate(filesBlocked, facts).status).toBe('na');
});

it('compares at most 50 files', async () => {
  const many = Array.from({ length: 80 }, (_, index) => `<script src="/a/${index}"></script>`);
  const result = await of('User-agent: *\nDisallow: /a/', { head: many.join('') });
  expect(result).toMatchObject({ value: { checked: 50 } });
});
