import { expect, it } from 'vitest';
import { toolInput } from './tool-input.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    page: { type: 'integer', minimum: 1 },
    paths: { type: 'array', items: { type: 'string' } },
  },
  required: ['name'],
  additionalProperties: false,
} as const;

it.each([
  [{ name: 'a', page: null, paths: null }, { name: 'a' }],
  [{ name: 'a', page: '', paths: '' }, { name: 'a' }],
  // The schema then says that it is required.
  [{ name: '' }, {}],
  [{ name: null }, {}],
  [{ page: '3' }, { page: 3 }],
  [{ page: ' 3 ' }, { page: 3 }],
  [{ page: '3.0' }, { page: 3 }],
  [{ page: '-1' }, { page: -1 }],
  [{ page: 3 }, { page: 3 }],
  // Not certainly a number, or not the same one: the schema refuses it.
  [{ page: '3.5' }, { page: '3.5' }],
  [{ page: 'three' }, { page: 'three' }],
  [{ page: '0x3' }, { page: '0x3' }],
  [{ page: '1e3' }, { page: '1e3' }],
  [{ page: '9007199254740993' }, { page: '9007199254740993' }],
  [{ page: true }, { page: true }],
  [{ page: false }, { page: false }],
  [{ page: 0 }, { page: 0 }],
  // What is not a number stays what it is.
  [
    { name: '3', paths: ['', '3'] },
    { name: '3', paths: ['', '3'] },
  ],
  // What the tool does not have is refused by the schema, and not ignored.
  [
    { other: null, toString: '' },
    { other: null, toString: '' },
  ],
  [null, null],
  [['a'], ['a']],
])('reads %j as %j', (input, expected) => {
  expect(toolInput(schema, input)).toEqual(expected);
});
