import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { iframeName } from './iframe-name.ts';

// The rule that the cases cover:
// https://www.w3.org/WAI/standards-guidelines/act/rules/cae760/

const of = (body: string) => outcomeOf(iframeName, { body });

it.each([
  '<iframe src=/f title=Map></iframe>',
  '<iframe src=/f aria-label=Map></iframe>',
  '<h2 id=t>Map</h2><iframe src=/f aria-labelledby=t></iframe>',
  '<iframe src=/f title=Map tabindex=0></iframe>',
  '<iframe src=/f aria-labelledby=t></iframe><img id=t alt=Map src=a.png>',
])('passes %s', async (body) => {
  const summary = 'Frames without a title: 0 of 1.';
  expect(await of(body)).toMatchObject({ status: 'pass', summary });
});

it.each([
  '<iframe src=/f></iframe>',
  '<iframe src=/f name=Map></iframe>',
  '<iframe src=/f title=" "></iframe>',
  '<iframe src=/f tabindex=0></iframe>',
  '<iframe src=/f title=""></iframe>',
])('fails %s', async (body) => {
  expect(await of(body)).toMatchObject({
    status: 'fail',
    summary: '1 of 1 frame has no title.',
    evidence: [{ line: 1, column: 51 }],
  });
});

it('gives the share of frames that have one', async () => {
  expect(await of('<iframe title=Map></iframe>\n<iframe></iframe>')).toMatchObject({
    status: 'warn',
    summary: '1 of 2 frames has no title.',
    points: 0.405,
    evidence: [{ text: '<iframe>', line: 2 }],
  });
});

it.each([
  '<p>Text</p>',
  '<iframe src=/f style="display:none;"></iframe>',
  '<iframe src=/f aria-hidden=true></iframe>',
  '<iframe src=/f tabindex=-1></iframe>',
  '<iframe src=/f role=none></iframe>',
  '<iframe src=/f role=presentation tabindex=-1></iframe>',
  '<iframe src=/f title=" " role=none tabindex=0></iframe>',
  '<iframe src=/f role=none aria-label=""></iframe>',
  '<iframe src=/f role=presentation></iframe>',
  '<noscript><iframe src=/tag-manager></iframe></noscript>',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});
