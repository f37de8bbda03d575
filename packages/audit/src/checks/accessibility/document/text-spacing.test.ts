import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { textSpacing } from './text-spacing.ts';

// The rules that the cases cover:
// https://www.w3.org/WAI/standards-guidelines/act/rules/24afc2/,
// https://www.w3.org/WAI/standards-guidelines/act/rules/9e45ec/,
// https://www.w3.org/WAI/standards-guidelines/act/rules/78fd32/

const of = (body: string) => outcomeOf(textSpacing, { body });

const text = 'Rye bread keeps for a week if it is wrapped in a cloth and kept out of the sun.';
const styled = (style: string, content = text) => `<p style="${style}">${content}</p>`;

it.each([
  'letter-spacing: 0.12em !important',
  'letter-spacing: 3px !important; font-size: 20px',
  'word-spacing: 0.2em !important',
  'line-height: 1.5 !important',
  'line-height: 160% !important',
  'line-height: 30px !important; font-size: 20px',
  'line-height: 1 !important; line-height: 2em !important',
  'line-height: 2 ! important; line-height: 1',
])('passes %s', async (style) => {
  expect(await of(styled(style))).toMatchObject({
    status: 'pass',
    summary: 'Texts whose style attribute fixes too narrow a spacing: 0 of 1.',
  });
});

it.each([
  'letter-spacing: 0.1em !important',
  'letter-spacing: normal !important',
  'LETTER-SPACING: -1PX !IMPORTANT',
  'letter-spacing: 2px !important; font-size: 20px',
  'word-spacing: 0!important',
  'word-spacing: initial !important',
  'line-height: 1.2 !important',
  'line-height: 1em !important',
  'line-height: 120% ! important',
  'line-height: normal !important',
  'line-height: 20px !important; font-size: 20px',
  'line-height: 2 !important; line-height: 1 !important',
])('fails %s', async (style) => {
  expect(await of(styled(style))).toMatchObject({
    status: 'fail',
    summary:
      '1 of 1 style attributes with !important keeps a text narrower than visitors may need.',
    evidence: [{ text: `<p style="${style}">` }],
  });
});

it.each([
  styled('line-height: 1'),
  styled('letter-spacing: 0'),
  styled('letter-spacing: inherit !important'),
  styled('line-height: unset !important'),
  // A style sheet decides the size of the font.
  styled('letter-spacing: 1px !important'),
  styled('line-height: 20px !important'),
  styled('line-height: 1 !important; font: 20px/1.6 serif !important'),
  // One line at most.
  styled('line-height: 1 !important', 'Rye bread'),
  styled('line-height: 1 !important; white-space: nowrap'),
  styled('line-height: 1 !important; width: 1000px'),
  // No text that visitors see.
  styled('line-height: 1 !important; display: none'),
  styled('line-height: 1 !important; position: absolute; left: -9999px'),
  styled('letter-spacing: 0 !important', '<img src="rye.jpg" alt="Rye">'),
  styled('letter-spacing: 0 !important', '&nbsp;'),
  `<div style="letter-spacing: 0 !important">${styled('color: red')}</div>`,
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});

it('gives the share of texts that visitors can widen', async () => {
  const body = styled('line-height: 1 !important') + styled('line-height: 2 !important');
  expect(await of(body)).toMatchObject({ status: 'warn', points: 0.405, value: { narrow: 1 } });
});
