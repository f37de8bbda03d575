import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { uppercaseText } from './uppercase-text.ts';

describe('uppercase-text', () => {
  it.each([
    '<h1>OUR SERVICES</h1>',
    '<p>THIS IS A LONG SENTENCE THAT SOMEBODY TYPED IN CAPITALS AND THAT GOES ON FOR TWO LINES OR EVEN MORE except here</p>',
    '<p>HTML CSS PDF XML SVG</p>',
    '<p>HOME PAGE | LATEST NEWS | FORTHCOMING EVENTS | OUR SERVICES | ABOUT OUR COMPANY</p>',
    '<p>12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 </p>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(uppercaseText, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<p>THIS IS A LONG SENTENCE THAT SOMEBODY TYPED IN CAPITALS AND THAT GOES ON FOR TWO LINES OR EVEN MORE</p>',
      '1 text has 10 words or more in capitals only: "THIS IS A LONG SENTENCE THAT SOMEBODY TYPED IN CAPITALS AND …".',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(uppercaseText, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
  });
});
