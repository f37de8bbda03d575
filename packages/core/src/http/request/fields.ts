import { countCodePoints } from '../../code-points.ts';
import { maxSearchLength, perPageValues, sortDirections } from '../../list-input.ts';
import { type Cursor, decodeCursor, encodeCursor, listingTag } from '../listing/cursor.ts';
import { choice, type Field, type Reading } from './field.ts';
import { notUtf8 } from './form.ts';

const wholeNumber = /^(?:0|-?[1-9]\d*)$/;

/** What the domain asks of a text, for its description. */
interface TextFacts {
  readonly minLength?: number;
  readonly maxLength: number;
  readonly example: string;
}

/** Text that must be sent and hold something; what it says is judged by the domain. */
export function requiredText(
  description: string,
  reason: string,
  { example, ...lengths }: TextFacts,
): Field<string> {
  return {
    description,
    schema: { type: 'string', minLength: 1, ...lengths },
    example,
    absent: { issue: 'is required.' },
    reason,
    read: (raw) => (raw === '' ? { issue: 'must not be empty.' } : readWellFormed(raw)),
  };
}

/**
 * Text that may be sent. The domain alone judges it, as it was sent: where it does not count, it may
 * be anything.
 */
export function unjudgedText(
  description: string,
  { example, ...lengths }: TextFacts,
): Field<string | undefined> {
  return {
    description,
    schema: { type: 'string', ...lengths },
    example,
    absent: { value: undefined },
    read: (raw) => ({ value: raw as string }),
  };
}

/** The parameters of every listing. */
export const listFields = {
  search: {
    description: 'Literal text to look for, in any case. Empty means none.',
    schema: { type: 'string', maxLength: maxSearchLength },
    example: 'example.com',
    absent: { value: undefined },
    read: readSearch,
  } satisfies Field<string | undefined>,
  sort: choice('Sort direction.', sortDirections, 'desc'),
  per_page: choice('Results per page.', perPageValues, 50),
  page: {
    description: 'Page, from 1.',
    schema: {
      type: 'integer',
      format: 'int64',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 1,
    },
    absent: { value: 1 },
    read: readPage,
  } satisfies Field<number>,
  cursor: {
    description: 'Where the page begins, as links.next and links.prev give it.',
    schema: { type: 'string' },
    example: encodeCursor({
      direction: 'after',
      position: { key: 42, id: 42 },
      tag: listingTag(['an example']),
    }),
    absent: { value: undefined },
    read: readCursor,
  } satisfies Field<Cursor | undefined>,
} as const;

/**
 * The id of another record, as a filter. Any whole number may be asked for; those that cannot be an
 * id become one that no record ever gets.
 */
export function idFilter(description: string): Field<number | undefined> {
  return {
    description,
    schema: { type: 'integer', format: 'int64' },
    example: 7,
    absent: { value: undefined },
    read: (raw) => {
      if (typeof raw !== 'string' || !wholeNumber.test(raw)) {
        return { issue: 'must be a whole number.' };
      }
      const id = Number(raw);
      return { value: Number.isSafeInteger(id) && id > 0 ? id : Number.MAX_SAFE_INTEGER };
    },
  };
}

function readWellFormed(raw: unknown): Reading<string> {
  if (raw === notUtf8) return { issue: 'must be a text in UTF-8.' };
  if (typeof raw !== 'string') return { issue: 'must be a text.' };
  if (raw.includes('\0')) return { issue: 'must not contain a NUL character.' };
  return raw.isWellFormed() ? { value: raw } : { issue: 'must not contain a lone surrogate.' };
}

function readSearch(raw: unknown): Reading<string | undefined> {
  const text = readWellFormed(raw);
  if (!('value' in text)) return text;
  const search = text.value;
  if (countCodePoints(search) > maxSearchLength) {
    return { issue: `must be at most ${maxSearchLength} characters.` };
  }
  return { value: search === '' ? undefined : search };
}

function readPage(raw: unknown): Reading<number> {
  const page = typeof raw === 'string' && wholeNumber.test(raw) ? Number(raw) : 0;
  if (page >= 1 && Number.isSafeInteger(page)) return { value: page };
  return { issue: `must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}.` };
}

function readCursor(raw: unknown): Reading<Cursor> {
  const cursor = typeof raw === 'string' ? decodeCursor(raw) : undefined;
  return cursor ? { value: cursor } : { issue: 'must be a cursor from links.next or links.prev.' };
}
