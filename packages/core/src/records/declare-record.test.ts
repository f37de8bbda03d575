import { expect, expectTypeOf, it } from 'vitest';
import { csvHeader, csvRow } from './csv.ts';
import { constant, declareRecord, from } from './declare-record.ts';
import {
  arraySchema,
  countSchema,
  dateTimeSchema,
  idSchema,
  nullable,
  orNull,
  refOrNull,
  stringSchema,
} from './schema.ts';

interface Note {
  readonly id: number;
  readonly text: string;
  readonly rated: 'good' | 'bad' | null;
  readonly tags: readonly string[];
  readonly lastReadAt: Date | null;
  readonly author: { readonly name: string } | null;
}

const note = declareRecord<Note>()('A note.', {
  id: idSchema('Its id.'),
  object: constant('note'),
  last_read_at: orNull(dateTimeSchema('When it was last read.')),
  rated: nullable({ type: 'string', enum: ['good', 'bad'] }),
  tags: arraySchema('Its tags.', stringSchema('A tag.')),
  words: from(countSchema('How many words it has.'), ({ text }) => text.split(' ').length),
  author: from(refOrNull('Who wrote it.', 'Author'), ({ author }) => author && { ...author }, {
    author_name: ({ author }) => author?.name ?? null,
  }),
});

const written: Note = {
  id: 7,
  text: 'two words',
  rated: 'good',
  tags: ['a', 'b'],
  author: { name: 'Ann' },
  lastReadAt: new Date('2026-03-14T09:26:53.589Z'),
};

it('reads each field under its own name, dates as texts, and others by their function', () => {
  const record = note.record(written);
  expect(record).toEqual({
    id: 7,
    object: 'note',
    last_read_at: '2026-03-14T09:26:53.589Z',
    rated: 'good',
    tags: ['a', 'b'],
    words: 2,
    author: { name: 'Ann' },
  });
  expect(Object.keys(record)).toEqual(Object.keys(note.fields));
  expect(note.record({ ...written, lastReadAt: null, author: null })).toMatchObject({
    last_read_at: null,
    author: null,
  });
  expectTypeOf(record).toEqualTypeOf<{
    readonly id: number;
    readonly object: 'note';
    readonly last_read_at: string | null;
    readonly rated: 'good' | 'bad' | null;
    readonly tags: readonly string[];
    readonly words: number;
    readonly author: { readonly name: string } | null;
  }>();
});

it('has a schema that requires all fields, in their order', () => {
  expect(note.schema).toMatchObject({ description: 'A note.', type: 'object' });
  expect(note.schema.required).toEqual(Object.keys(note.fields));
  expect(note.schema.properties?.object).toMatchObject({ const: 'note' });
  expect(note.schema.properties?.words).toEqual(countSchema('How many words it has.'));
});

it('has columns for texts, numbers and booleans, and those that a field names', () => {
  expect(csvHeader(note.columns)).toBe('id,last_read_at,rated,words,author_name\r\n');
  expect(csvRow(note.columns, written)).toBe('7,2026-03-14T09:26:53.589Z,good,2,Ann\r\n');
});

it('does not compile with a field that the source does not have', () => {
  // @ts-expect-error A note has no title.
  declareRecord<Note>()('A note.', { title: stringSchema('Its title.') });
  declareRecord<Note>()('A note.', {
    // @ts-expect-error A note has no title.
    title: from(stringSchema('Its title.'), ({ title }) => title),
  });
});
