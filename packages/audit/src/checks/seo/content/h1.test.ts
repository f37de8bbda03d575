import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { h1 } from './h1.ts';

const of = (body: string) => outcomeOf(h1, { body });

it('passes exactly one heading with text', async () => {
  expect(await of('<h1>Bread</h1><h2>Rye</h2>')).toMatchObject({
    status: 'pass',
    value: ['Bread'],
    evidence: [{ text: '<h1>Bread</h1>', line: 1 }],
  });
});

it.each([
  ['the alternative text of a logo', '<h1><a href="/"><img src="a.png" alt="Bread"></a></h1>'],
  ['a label', '<h1 aria-label="Bread"><svg></svg></h1>'],
  ['a label elsewhere', '<p id=a>Bread</p><h1 aria-labelledby=a></h1>'],
  ['text that is kept from screen readers', '<h1><span aria-hidden=true>Bread</span></h1>'],
  ['one by role without a tag', '<div role=heading aria-level="1">Bread</div>'],
  ['one by level without a tag', '<h2 aria-level=1>Bread</h2>'],
  ['one of another level for assistive technology', '<h1 aria-level=2>Bread</h1>'],
])('counts %s as a main heading', async (_what, body) => {
  expect(await of(body)).toMatchObject({ status: 'pass', value: ['Bread'] });
});

it.each([
  ['an empty one', '<h1></h1><h1>Bread</h1>'],
  ['a hidden one', '<h1 style="display: none">Menu</h1><h1>Bread</h1>'],
  ['one in a hidden window', '<div hidden><h1>Log in</h1></div><h1>Bread</h1>'],
  ['one by role in addition to the tag', '<div role=heading aria-level=1>Shop</div><h1>Bread</h1>'],
  ['a heading by role without a level', '<div role=heading>Shop</div><h1>Bread</h1>'],
  ['a template', '<template><h1>Bun</h1></template><h1>Bread</h1>'],
])('does not count %s', async (_what, body) => {
  expect(await of(body)).toMatchObject({ status: 'pass', value: ['Bread'] });
});

it('does not count a hidden one, which a script may show', async () => {
  const body = '<p>Buns</p><div style="visibility:hidden"><h1>Bread</h1></div>';
  expect(await of(body)).toMatchObject({
    status: 'fail',
    summary: 'The main heading “Bread” is hidden from visitors.',
    value: [],
    evidence: [{ text: '<h1>Bread</h1>' }],
  });
  expect(await of(`${body}<script></script>`)).toMatchObject({
    status: 'warn',
    summary: 'The main heading “Bread” is hidden, unless a script shows it.',
  });
  const data = '<script type="application/ld+json">{}</script>';
  expect((await of(`${body}${data}`)).status).toBe('fail');
  expect((await of('<dialog><h1>Bread</h1></dialog>')).status).toBe('fail');
});

it('does not count one whose text is hidden', async () => {
  const body = '<h1><span hidden>Bread</span></h1>';
  expect(await of(body)).toMatchObject({ status: 'fail', summary: 'The main heading is empty.' });
});

it('counts the heading of a page that is hidden as a whole, which a script shows', async () => {
  const html = '<body style="visibility: hidden"><h1>Bread</h1>';
  expect((await outcomeOf(h1, { html })).status).toBe('pass');
});

it('warns about several, for a tenth of the points', async () => {
  const outcome = await of('<h1>One</h1><h1>Two</h1>');
  expect(outcome).toMatchObject({ status: 'warn', points: 0.9, value: ['One', 'Two'] });
  expect(outcome.evidence).toHaveLength(2);
});

it('keeps the value small', async () => {
  const { value, summary } = await of('<h1>One</h1>'.repeat(400));
  expect(value).toHaveLength(25);
  expect(summary).toBe('The page has 400 main headings.');
});

it('fails a missing and an empty one', async () => {
  expect((await of('<p>Bread</p>')).summary).toBe('The page has no main heading (<h1>).');
  expect(await of('<h1> </h1>')).toMatchObject({
    status: 'fail',
    summary: 'The main heading is empty.',
    evidence: [{ text: '<h1>' }],
  });
  expect((await of('<h2>Bread</h2>')).status).toBe('fail');
});

it('leaves a blank page to another check', async () => {
  expect((await outcomeOf(h1)).status).toBe('na');
});

it('mentions a script that fills it in', async () => {
  expect((await of('<h1 ng-bind="title"></h1>')).status).toBe('warn');
});
