import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { descriptionLength } from './description-length.ts';

const ofText = (text: string) =>
  outcomeOf(descriptionLength, { head: `<meta name="description" content="${text}">` });

it.each([
  [1, 'warn'],
  [49, 'warn'],
  [50, 'pass'],
  [130, 'pass'],
  [131, 'warn'],
  [1900, 'warn'],
])('a description of %i characters: %s', async (length, status) => {
  expect(await ofText('a'.repeat(length))).toMatchObject({ status, value: { characters: length } });
});

it('counts characters as people see them', async () => {
  expect(await ofText('n\u0303'.repeat(120))).toMatchObject({
    status: 'pass',
    value: { characters: 120, pixels: 934 },
  });
  expect(await ofText('新'.repeat(25))).toMatchObject({
    status: 'pass',
    value: { characters: 25 },
  });
  expect(await ofText('新'.repeat(24))).toMatchObject({
    status: 'warn',
    value: { characters: 24 },
  });
});

it('measures the width: full-width characters need more space, narrow ones less', async () => {
  expect(await ofText('新'.repeat(72))).toMatchObject({ status: 'pass', value: { pixels: 1008 } });
  expect(await ofText('新'.repeat(73))).toMatchObject({
    status: 'warn',
    value: { characters: 73, pixels: 1022 },
    summary:
      'The meta description has 73 characters and is about 1022 pixels wide; a typical search result has room for about 985.',
  });
  expect(await ofText('ill fit '.repeat(25))).toMatchObject({ status: 'pass' });
});

it('does not count the line ends and spaces of the source', async () => {
  expect(await ofText(`${'a'.repeat(80)}\n${' '.repeat(90)}b`)).toMatchObject({
    value: { characters: 82 },
  });
});

it('does not apply without a description, nor to a placeholder', async () => {
  expect((await ofText('undefined')).status).toBe('na');
  expect((await outcomeOf(descriptionLength)).status).toBe('na');
  expect((await ofText(' ')).status).toBe('na');
});
