import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { headingEmpty } from './heading-empty.ts';

// The rule that the cases cover:
// https://www.w3.org/WAI/standards-guidelines/act/rules/ffd0e9/

const of = (body: string) => outcomeOf(headingEmpty, { body });

it.each([
  '<h2>Rye</h2>',
  '<div role=heading aria-level=1>Rye</div>',
  '<span id=a hidden>Rye</span><h2 aria-labelledby=a></h2>',
  '<h2 style="position: absolute; top: -9999px">Rye</h2>',
  '<h2><img src=a.png alt=Rye></h2>',
  '<h2><a href=/><img src=a.png alt=Rye></a></h2>',
  '<h2 aria-label=Rye></h2>',
  '<h2 title=Rye></h2>',
  '<h2 aria-labelledby=a></h2><img id=a alt=Rye src=a.png>',
  '<h2><i aria-labelledby=a></i></h2><p id=a>Rye</p>',
  '<h2><svg><title>Rye</title></svg></h2>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  '<h2></h2>',
  '<h2>&nbsp;</h2>',
  '<h2><br></h2>',
  '<div role=heading></div>',
  '<h2 aria-label=""><span aria-hidden=true>Rye</span></h2>',
  '<h2><img src=a.png alt=Rye role=presentation></h2>',
  '<h2><img src=a.png alt=""></h2>',
  '<h2 aria-label="" role=none><span aria-hidden=true>Rye</span></h2>',
  '<h2 aria-labelledby=gone></h2>',
  '<h2 role=none tabindex=0></h2>',
  '<h2 role=none aria-live=polite></h2>',
  '<h2><div style="display: none">Rye</div></h2>',
  '<h2 title=""></h2>',
  '<span id=a hidden></span><h2 aria-labelledby=a><span aria-hidden=true>Rye</span></h2>',
  '<h2 class="headline"></h2>',
  '<script type="application/ld+json">{}</script><h2 id=a></h2>',
  // What editors leave.
  '<script src=a.js></script><h2></h2>',
  '<script src=a.js></script><h2>&nbsp;</h2>',
  '<script src=a.js></script><h2 class="wp-block-heading has-text-align-center"></h2>',
  '<script src=a.js></script><h2 style="margin: 0" class=MsoNormal></h2>',
  '<script src=a.js></script><h2 class="headline"><span aria-hidden=true>Rye</span></h2>',
  '<h1><span aria-hidden=true>Rye</span></h1>',
])('fails %s', async (body) => {
  const outcome = await of(body);
  expect(outcome).toMatchObject({ status: 'fail', points: 0, value: { headings: 1, empty: 1 } });
  expect(outcome.evidence?.[0]).toMatchObject({ kind: 'html', line: 1 });
});

it.each([
  '<p>Rye</p>',
  '<h2 aria-hidden=true></h2>',
  '<h2 hidden></h2>',
  '<div style="display: none"><h2></h2></div>',
  '<div aria-hidden=true><div role=heading></div></div>',
  '<h2 role=none></h2>',
  '<h1 role=banner>Rye</h1>',
  '<h2 inert></h2>',
  '<h2 role=tab></h2>',
  '<template><h2></h2></template>',
  '<h2 v-text="title"></h2>',
  '<script src=a.js></script><h2 id=dialog-title></h2>',
  '<script src=a.js></script><h2 class="headline"></h2>',
  '<script src=a.js></script><h2 data-field="title"> </h2>',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});

it.each(['<h1></h1>', '<div role=heading aria-level=1 style="border-style: solid"></div>'])(
  'leaves an empty main heading to the check of main headings: %s',
  async (main) => {
    expect(await of(main)).toMatchObject({
      status: 'na',
      summary: 'The main heading is the only empty one.',
      value: { headings: 1, empty: 1 },
    });
    expect((await of(`${main}<h2>Rye</h2>`)).status).toBe('na');
    expect(await of(`${main}<h2>Rye</h2><h3></h3>`)).toMatchObject({
      status: 'warn',
      summary: '1 of 3 headings is empty.',
      evidence: [{ text: '<h3>' }],
    });
    expect((await of(`${main}<h1>Rye</h1>`)).value).toMatchObject({ empty: 1 });
    expect((await of(`${main}<h1>Rye</h1>`)).status).toBe('warn');
  },
);

it('gives the share of headings with text, and quotes the others in their order', async () => {
  const outcome = await of('<div role=heading id=a></div>\n<h2>Rye</h2>\n<h3 id=b></h3>');
  expect(outcome).toMatchObject({
    status: 'warn',
    summary: '2 of 3 headings are empty.',
    evidence: [
      { text: '<div role=heading id=a>', line: 1 },
      { text: '<h3 id=b>', line: 3, column: 1 },
    ],
  });
  expect(outcome.points).toBe(0.262);
});

it('quotes a text that only screen readers skip', async () => {
  const { evidence } = await of('<h2><span aria-hidden=true>Rye</span></h2><h2><i></i></h2>');
  expect(evidence).toMatchObject([{ text: '<h2>Rye</h2>' }, { text: '<h2>' }]);
});

it('looks at the first 3,000 headings, and at as many by role', async () => {
  const { value } = await of(
    `${'<h2>x</h2>'.repeat(3_001)}${'<p role=heading>x</p>'.repeat(3_001)}`,
  );
  expect(value).toMatchObject({ headings: 6_000 });
});
