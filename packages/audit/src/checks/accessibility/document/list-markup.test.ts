import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { listMarkup } from './list-markup.ts';

describe('list-markup', () => {
  it.each([
    '<ul><li>One<li>Two<li>Three</ul>',
    '<p>- One<br>- Two</p>',
    '<p>- I do not know.<br>- Nor do I!<br>- Who does?</p>',
    '<p>1. One</p><p>Text</p><p>2. Two</p><p>3. Three</p>',
    '<p>2. Two<br>3. Three<br>4. Four</p>',
    '<ul><li><a href="#a">1. One</a><li><a href="#b">2. Two</a><li><a href="#c">3. Three</a></ul>',
    '<p>• One<br>* Two<br>- Three</p>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(listMarkup, { body })).status).toBe('pass');
  });

  it.each([
    ['<p>• Rye<br>• Wheat<br>• Oats</p>', '1 list has typed bullets or numbers: "• Rye".'],
    [
      '<p>1. Mix<br>2. Knead<br>3. Bake</p><p>- Rye</p><p>- Wheat</p><p>- Oats</p>',
      '2 lists have typed bullets or numbers: "1. Mix".',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(listMarkup, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });
});
