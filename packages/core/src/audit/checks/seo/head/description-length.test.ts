import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { descriptionLength } from './description-length.ts';

const ofText = (text: string) =>
  outcomeOf(descriptionLength, { head: `<meta name="description" content="${text}">` });

it.each([
  [1, 'warn'],
  [49, 'warn'],
  [50, 'pass'],
  [160, 'pass'],
  [161, 'warn'],
  [1900, 'warn'],
])('a description of %i characters: %s', async (length, status) => {
  expect(await ofText('a'.repeat(length))).toMatchObject({ status, value: length });
});

it('counts characters as people see them', async () => {
  expect(await ofText('ñ'.repeat(160))).toMatchObject({ status: 'pass', value: 160 });
  expect(await ofText('👩‍🚀'.repeat(60))).toMatchObject({ status: 'pass', value: 60 });
  expect(await ofText('新'.repeat(25))).toMatchObject({ status: 'pass', value: 25 });
  expect(await ofText('新'.repeat(24))).toMatchObject({ status: 'warn', value: 24 });
});

it('does not count the line ends and spaces of the source', async () => {
  expect(await ofText(`${'a'.repeat(80)}\n${' '.repeat(90)}b`)).toMatchObject({ value: 82 });
});

it('does not apply without a description', async () => {
  expect((await outcomeOf(descriptionLength)).status).toBe('na');
  expect((await ofText(' ')).status).toBe('na');
});
