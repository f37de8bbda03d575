import { describe, expect, it } from 'vitest';
import { dateField } from './date-field.ts';

const read = (kind: 'from' | 'to', raw: unknown) => {
  const result = dateField(kind, '').read(raw);
  return 'value' in result ? result.value?.toISOString() : result;
};

describe('a date of a range', () => {
  it('is the whole day in UTC', () => {
    expect(read('from', '2026-11-01')).toBe('2026-11-01T00:00:00.000Z');
    expect(read('to', '2026-11-01')).toBe('2026-11-01T23:59:59.999Z');
    expect(read('to', '2024-02-29')).toBe('2024-02-29T23:59:59.999Z');
    expect(read('from', '0050-01-01')).toBe('0050-01-01T00:00:00.000Z');
  });

  it.each([
    ['2026-11-01T12:00:00Z', '2026-11-01T12:00:00.000Z'],
    ['2026-11-01T12:00:00.5Z', '2026-11-01T12:00:00.500Z'],
    ['2026-11-01T12:00:00.123Z', '2026-11-01T12:00:00.123Z'],
    ['2026-11-01T12:00:00.123999999+00:00', '2026-11-01T12:00:00.123Z'],
    ['2026-11-01T00:30:00+02:00', '2026-10-31T22:30:00.000Z'],
    ['2026-11-01T23:30:00-01:00', '2026-11-02T00:30:00.000Z'],
    ['0000-01-01T00:00:00+14:00', '-000001-12-31T10:00:00.000Z'],
  ])('%s is a time, to the millisecond', (text, time) => {
    expect([read('from', text), read('to', text)]).toEqual([time, time]);
  });

  it.each([
    '2026-02-30',
    '2025-02-29T12:00:00Z',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '2026-11',
    '2026',
    '20261101',
    '01.11.2026',
    '1762000000000',
    'yesterday',
    '2026-11-01 12:00:00Z',
    '2026-11-01T12:00:00',
    '2026-11-01T12:00Z',
    '2026-11-01T24:00:00Z',
    '2026-11-01T12:00:60Z',
    '2026-11-01T12:00:00 02:00',
    '2026-11-01T12:00:00+24:00',
    '2026-11-01T12:00:00.1234567890Z',
    '+002026-11-01',
    ' 2026-11-01',
    '2026-11-01\n',
    '٢٠٢٦-11-01',
    20_261_101,
  ])('%s is not a date', (text) => {
    const issue = { issue: expect.stringContaining('2026-11-01T12:00:00Z') };
    expect([read('from', text), read('to', text)]).toEqual([issue, issue]);
  });

  it('matches the pattern of its schema', () => {
    const { pattern = '' } = dateField('from', '').schema;
    expect('2026-11-01').toMatch(new RegExp(pattern, 'u'));
    expect('2026-11-01T12:00:00').not.toMatch(new RegExp(pattern, 'u'));
  });
});
