import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { imageButtonName } from './image-button-name.ts';

// The rule that the cases cover:
// https://www.w3.org/WAI/standards-guidelines/act/rules/59796f/

const of = (body: string) => outcomeOf(imageButtonName, { body });

it.each([
  '<input type=image src=a.png alt=Search>',
  '<input type=IMAGE src=a.png aria-label=Search>',
  '<input type=image src=a.png alt="" title=Search>',
  '<input type=image src=a.png aria-labelledby=id1><div id=id1>Search</div>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  '<input type=image src=a.png>',
  '<input type=image src=a.png alt="">',
  '<input type=image src=a.png name=search value=Search>',
  '<input type=image src=a.png aria-labelledby=gone>',
  '<input type=image src=a.png aria-label="">',
  '<input type=image src=a.png alt="Submit Query">',
])('fails %s', async (body) => {
  expect(await of(body)).toMatchObject({ status: 'fail', evidence: [{ text: body, line: 1 }] });
});

it.each([
  '<label>Go <input type=image src=a.png></label>',
  '<input id=a type=image src=a.png><label for=a>Go</label>',
  '<input type=image src=a.png :alt="go">',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it('gives the share of those that have one', async () => {
  expect(await of('<input type=image alt=Go><input type=image>')).toMatchObject({
    status: 'warn',
    points: 0.405,
    value: { buttons: 2, without: 1 },
  });
});

it.each([
  '<button>Go</button>',
  '<button><img src=a.png alt=Go></button>',
  '<input type=image style="display: none;">',
  '<input type=submit>',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});
