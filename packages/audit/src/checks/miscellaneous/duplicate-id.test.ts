import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { duplicateId } from './duplicate-id.ts';

const of = (body: string) => outcomeOf(duplicateId, { body });

it.each([
  ['different ids', '<p id=a><p id=b>'],
  ['ids that differ in case', '<p id=a><p id=A>'],
  ['ids in templates, which are for copying', '<template><p id=a></template><p id=a>'],
  ['empty ids', '<p id=a><p id=""><p id="">'],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it('warns about duplicate ids, and quotes them', async () => {
  expect(await of('<p id=a>\n<p id=a class=b>\n<p id=a><p id=c>')).toMatchObject({
    status: 'warn',
    summary: '1 id is used by several elements: #a.',
    value: ['a'],
    evidence: [{ text: '<p id=a class=b>', line: 2 }, { line: 3 }],
  });
});

it('keeps the value small', async () => {
  const body = Array.from({ length: 80 }, (_none, at) => `<p id=i${at % 40}>`).join('');
  const { value, summary } = await of(`${body}<p id=${'é'.repeat(900)}><p id=${'é'.repeat(900)}>`);
  expect(summary).toBe('41 ids are used by several elements, such as #i0, #i1, #i2.');
  expect(value).toHaveLength(25);
});

it('does not apply without ids', async () => {
  expect((await of('<p>Text</p>')).status).toBe('na');
});
