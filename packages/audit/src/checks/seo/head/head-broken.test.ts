import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { headBroken } from './head-broken.ts';

const of = (head: string, body = '') => outcomeOf(headBroken, { head, body });
const canonical = '<link rel="canonical" href="/page">';

it('passes a head of what belongs there', async () => {
  const head = `<title>A</title><script>document.write('<img>')</script><style>a{}</style>${canonical}<noscript><link rel=stylesheet href=a.css></noscript><template><div></div></template>`;
  expect((await of(head)).status).toBe('pass');
});

it('fails an element that cuts tags off, and quotes it', async () => {
  expect(await of(`<title>A</title>\n<div id=x></div>\n${canonical}`)).toMatchObject({
    status: 'fail',
    value: { line: 2, cutOff: 1, strayTags: 0 },
    summary:
      'The <head> ends early, on line 2; search engines do not read what follows: the canonical link.',
    evidence: [{ text: '<div id=x>', line: 2, column: 1 }, { text: canonical }],
  });
});

it('leaves a description that is cut off to meta-description', async () => {
  const description = '<meta name="description" content="A">';
  expect((await of(`<title>A</title><div></div>${description}`)).status).toBe('na');
  expect((await of(`<title>A</title><div></div>${description}${canonical}`)).status).toBe('fail');
});

it('fails a text that cuts tags off', async () => {
  expect((await of(`Oops ${canonical}`)).status).toBe('fail');
});

it('warns about an element after which nothing is lost', async () => {
  expect(await of(`<title>A</title>${canonical}<img src=a.gif><script></script>`)).toMatchObject({
    status: 'warn',
    value: { cutOff: 0 },
  });
});

it('ignores elements after an explicit <body>', async () => {
  const outcome = await of('<title>A</title><img src=a.gif>', `<p>Text</p>${canonical}`);
  expect(outcome).toMatchObject({ status: 'warn', value: { cutOff: 0, strayTags: 0 } });
});

it('does not count what stood in the body all along', async () => {
  const html = `<html><head>\n<title>A</title></head><body><p>Text</p>${canonical}</body></html>`;
  expect((await outcomeOf(headBroken, { html })).status).toBe('pass');
});

it('passes a page that leaves the tags out', async () => {
  const html = `<!DOCTYPE html><title>A</title>${canonical}<p>Text`;
  expect((await outcomeOf(headBroken, { html })).status).toBe('pass');
});

it('warns about a second head or body', async () => {
  const html = '<html><head><title>A</title></head><body><p>Text</p><body class=b></body></html>';
  expect(await outcomeOf(headBroken, { html })).toMatchObject({
    status: 'warn',
    value: { strayTags: 1 },
    evidence: [{ text: '<body class=b>' }],
  });
});
