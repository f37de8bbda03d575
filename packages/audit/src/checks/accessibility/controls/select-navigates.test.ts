import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { selectNavigates } from './select-navigates.ts';

describe('select-navigates', () => {
  it.each(['<select onchange="show(this.value)"><option>A</select>', '<select><option>A</select>'])(
    'passes %s',
    async (body) => {
      expect((await outcomeOf(selectNavigates, { body })).status).toBe('pass');
    },
  );

  it.each([
    [
      '<select onchange="location.href = this.value"><option>A</select>',
      '1 of 1 list opens a page or sends a form as soon as an option is chosen.',
    ],
    [
      '<select onchange="this.form.submit()"><option>A</select><select><option>B</select>',
      '1 of 2 lists open a page or send a form as soon as an option is chosen.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(selectNavigates, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each(['<p>x</p>', '<select hidden onchange="location=1"><option>A</select>'])(
    'does not apply to %s',
    async (body) => {
      expect((await outcomeOf(selectNavigates, { body })).status).toBe('na');
    },
  );
});
