import { expect, it } from 'vitest';
import { runChecks } from '../scoring/run-checks.ts';
import { scoreResults } from '../scoring/score.ts';
import { factsOf } from './fixtures/facts-of.ts';
import { checks } from './index.ts';

const head =
  '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sharpening kitchen knives at home</title></head>';

async function scored(body: string) {
  const facts = await factsOf({ url: 'https://knives.example/', html: `${head}<body>${body}` });
  return scoreResults(checks, await runChecks(checks, facts), { expectIndexable: true });
}

const content = (extra = '') =>
  `<header><a href="/">Home</a></header><main><h1>Sharpening kitchen knives</h1><p>A whetstone and ten minutes make a knife sharp: soak the stone, hold the blade at twenty degrees, and draw it across ten times on each side.</p>${extra}</main>`;

it.each(['open', 'closed'])('rate a page in an %s shadow root as one without', async (mode) => {
  const plain = await scored(content());
  const inShadow = await scored(
    `<knife-app><template shadowrootmode="${mode}">${content()}</template></knife-app>`,
  );
  expect(inShadow.score).toBe(plain.score);
  expect(inShadow.checks.h1?.summary).toBe('The main heading is “Sharpening kitchen knives”.');
});

it('find the faults of a card, and accuse no name that a slot gives', async () => {
  const card = (inside: string, light: string) =>
    `<knife-card><template shadowrootmode="open">${inside}</template>${light}</knife-card>`;
  const { checks: results } = await scored(
    content(
      card('<img src="/a.png"><button></button>', '') +
        card(
          '<h2><slot></slot></h2><button><slot name="b"></slot></button>',
          'Stones<b slot="b">Buy</b>',
        ),
    ),
  );
  expect(results['image-alt']).toMatchObject({ status: 'fail', value: { images: 1, without: 1 } });
  expect(results['button-name']).toMatchObject({
    status: 'warn',
    value: { buttons: 2, without: 1 },
  });
  expect(results['heading-empty']?.status).toBe('pass');
});

it('know ids by tree, and show them as the page has them', async () => {
  const field = '<label for="f">Grit</label><input id="f">';
  const twice = '<i id="f"></i>';
  const { checks: results } = await scored(
    content(
      `${field}<x-a><template shadowrootmode="open">${field}</template></x-a><x-a><template shadowrootmode="open">${field}${twice}</template></x-a>`,
    ),
  );
  expect(results['duplicate-id']).toMatchObject({
    summary: '1 id is used by several elements: #f.',
    value: ['f'],
    evidence: [{ text: twice.slice(0, -4) }],
  });
  expect(results['field-label']?.status).toBe('pass');
});
