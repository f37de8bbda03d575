import type { Field } from './fields.ts';

const day = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?`;
const zone = String.raw`(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;
const pattern = `^${day}(?:T${time}${zone})?$`;
const format = new RegExp(pattern, 'u');

const lastMillisecondOfDay = 86_399_999;

/**
 * The first or the last time of a range: an ISO 8601 date, which stands for the whole day in UTC, or a date
 * and time with a time zone (RFC 3339). Digits after milliseconds are ignored.
 */
export function dateField(kind: 'from' | 'to', description: string): Field<Date | undefined> {
  const ofDay = kind === 'from' ? 'begins' : 'ends';
  return {
    description: `${description} An ISO 8601 date, which ${ofDay} with that day in UTC, or a date and time with a time zone, to the millisecond.`,
    schema: { type: 'string', pattern },
    example: kind === 'from' ? '2026-11-01' : '2026-11-30T12:00:00Z',
    absent: { value: undefined },
    read: (raw) => {
      const date = typeof raw === 'string' && format.test(raw) ? parse(raw, kind) : undefined;
      return date ? { value: date } : { issue };
    },
  };
}

// In a query, a space is what is left of a plus that was not escaped.
const issue =
  'must be a date such as 2026-11-01, or a date and time with a time zone such as 2026-11-01T12:00:00Z or 2026-11-01T12:00:00%2B02:00.';

/** `undefined` if the month does not have the day. */
function parse(text: string, kind: 'from' | 'to'): Date | undefined {
  const day = text.slice(0, 10);
  const start = new Date(`${day}T00:00:00.000Z`);
  if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day)) return undefined;
  if (text !== day) return new Date(text.replace(/(\.\d{3})\d+/, '$1'));
  return kind === 'from' ? start : new Date(start.getTime() + lastMillisecondOfDay);
}
