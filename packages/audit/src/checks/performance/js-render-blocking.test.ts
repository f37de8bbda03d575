import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { jsRenderBlocking } from './js-render-blocking.ts';

const of = (head: string, body = '') => outcomeOf(jsRenderBlocking, { head, body });

it.each([
  '<script src=a.js></script>',
  '<script src=a.js type="text/javascript"></script>',
  '<script src=a.js type=""></script>',
  '<script src=a.js type="Application/JavaScript"></script>',
])('warns about %s', async (head) => {
  expect(await of(head)).toMatchObject({ status: 'warn', value: { scripts: 1, blocking: 1 } });
});

it.each([
  '',
  '<script>start()</script>',
  '<script src=a.js async></script>',
  '<script src="https://consent.cookiebot.com/uc.js" data-blockingmode=auto></script>',
  '<script src="//cdn.cookielaw.org/scripttemplates/otSDKStub.js"></script>',
  '<script src=a.js defer></script>',
  '<script src=a.js type=module></script>',
  '<script src=a.js nomodule></script>',
  '<script src=a.json type="application/ld+json"></script>',
  '<script src=a.js type="text/plain" data-consent=marketing></script>',
  '<noscript><script src=a.js></script></noscript>',
])('passes %s', async (head) => {
  expect((await of(head)).status).toBe('pass');
});

it('passes a script at the end of the body', async () => {
  expect((await of('', '<p>Text</p><script src=a.js></script>')).status).toBe('pass');
});

it('passes a script that only seems to be in the head', async () => {
  expect((await of('<div></div><script src=a.js></script>')).status).toBe('pass');
});

it('quotes each with its position', async () => {
  expect(await of('\n<script src=a.js></script>\n<script src=b.js></script>')).toMatchObject({
    summary: expect.stringContaining('2 scripts'),
    evidence: [
      { text: '<script src=a.js>', line: 2, column: 1 },
      { text: '<script src=b.js>', line: 3, column: 1 },
    ],
  });
});
