import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { trackingCookies } from './tracking-cookies.ts';

const of = (lines: readonly string[], url = 'https://example.de/') =>
  outcomeOf(trackingCookies, {
    html: '<html lang="de"><title>x</title>',
    url,
    headers: { 'set-cookie': lines },
  });

it.each([
  ['_ga=GA1.2.3.4; Path=/', 'Google Analytics'],
  ['_ga_ABC123=GS1', 'Google Analytics'],
  ['FPID=FPID2.x; HttpOnly', 'Google Analytics'],
  ['_fbp=fb.1.2.3', 'Meta Pixel'],
  ['_hjSessionUser_12345=x', 'Hotjar'],
  ['_uetsid=x', 'Microsoft Advertising'],
  ['AMCV_ABC%40AdobeOrg=x', 'Adobe Analytics'],
])('finds %s', async (line, service) => {
  expect(await of([line, 'session=1'])).toMatchObject({
    status: 'warn',
    summary: `The response sets cookies of ${service} before visitors can agree.`,
    evidence: [{ kind: 'header' }],
  });
});

it('never reports the value of a cookie', async () => {
  const outcome = await of(['_ga=GA1.2.s3cret; Path=/', '_fbp=fb.s3cret']);
  expect(outcome.value).toEqual(['_ga: Google Analytics', '_fbp: Meta Pixel']);
  expect(JSON.stringify(outcome)).not.toContain('s3cret');
});

it.each([
  ['a cookie of the site', 'session=1; Secure'],
  ['a name that only begins alike', '_gallery=1'],
  ['a name that contains one', 'my_ga=1'],
  ['the choice of a visitor', 'CookieConsent=-1'],
  ['protection of a network', '__cf_bm=x; HttpOnly; Secure'],
])('passes %s', async (_what, line) => {
  expect((await of([line])).status).toBe('pass');
});

it('does not apply without cookies, to deleted ones, or elsewhere', async () => {
  expect(await of([])).toEqual({ status: 'na', summary: 'The page sets no cookies.' });
  expect((await of(['_ga=; Max-Age=0'])).status).toBe('na');
  expect((await of(['_ga=x'], 'https://example.ch/')).status).toBe('na');
});
