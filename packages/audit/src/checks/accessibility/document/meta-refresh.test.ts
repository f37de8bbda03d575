import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { metaRefresh } from './meta-refresh.ts';
import { metaRefreshDelay } from './meta-refresh-delay.ts';

// The rules that the cases cover:
// https://www.w3.org/WAI/standards-guidelines/act/rules/bc659a/
// https://www.w3.org/WAI/standards-guidelines/act/rules/bisz58/

const of = (content: string, check = metaRefresh) =>
  outcomeOf(check, { head: `<meta http-equiv="refresh" content="${content}">` });

it.each([
  ['0', 'pass', 'pass'],
  ['0.9', 'pass', 'pass'],
  ['1', 'fail', 'na'],
  ['72000', 'fail', 'na'],
  ['72001', 'pass', 'fail'],
])('%s seconds', async (content, status, strict) => {
  expect((await of(content)).status).toBe(status);
  expect((await of(content, metaRefreshDelay)).status).toBe(strict);
});

it.each([
  ['the first that is valid counts', '0; /a', '5; /a', 'pass', 'pass'],
  ['one that is not valid does not', '0: /a', '5; /a', 'fail', 'na'],
  ['nor does one that is not valid before a long one', '0: /a', '72001; /a', 'pass', 'fail'],
])('%s', async (_what, first, second, status, strict) => {
  const head = `<meta http-equiv="refresh" content="${first}"><meta http-equiv="refresh" content="${second}">`;
  expect((await outcomeOf(metaRefresh, { head })).status).toBe(status);
  expect((await outcomeOf(metaRefreshDelay, { head })).status).toBe(strict);
});

it.each(['0: /a', '; 30', '+5; /a', '-00.12 foo', 'foo; URL=/a', ''])(
  'does not apply to "%s", which browsers do not obey',
  async (content) => {
    expect((await of(content)).status).toBe('na');
    expect((await of(content, metaRefreshDelay)).status).toBe('na');
  },
);

it('describes the refresh, and quotes it', async () => {
  expect(await of('30')).toMatchObject({
    summary: 'The page reloads by itself after 30 seconds.',
    value: { place: 'meta', seconds: 30, url: 'https://example.com/page' },
    evidence: [{ kind: 'html', text: '<meta http-equiv="refresh" content="30">' }],
  });
  expect((await of('1;/b')).summary).toBe('The page loads another URL by itself after 1 second.');
});

it.each(['', '<meta http-equiv=refresh>', '<meta name=refresh content=30>', '<meta content=30>'])(
  'does not apply to a page with "%s" in its head',
  async (head) => {
    expect((await outcomeOf(metaRefresh, { head })).status).toBe('na');
    expect((await outcomeOf(metaRefreshDelay, { head })).status).toBe('na');
  },
);

it('reads the header', async () => {
  expect(await outcomeOf(metaRefresh, { headers: { refresh: '10' } })).toMatchObject({
    status: 'fail',
    evidence: [{ kind: 'header', text: 'Refresh: 10' }],
  });
});

it('does not apply to what only readers without scripts get', async () => {
  const head = '<noscript><meta http-equiv="refresh" content="5;url=/nojs"></noscript>';
  expect((await outcomeOf(metaRefresh, { head })).status).toBe('na');
});
