import { describe, expect, it } from 'vitest';
import { preferredType } from './accepts.ts';

const preferred = (accept: string | undefined) =>
  preferredType(accept, ['application/json', 'text/csv']);

describe('preferredType', () => {
  it.each([
    'text/csv',
    'TEXT/CSV',
    'text/*',
    'text/csv;q=0.5, application/json;q=0.4',
    'text/csv;q=0.5,application/json;q=0.499',
    'application/json;q=0.9, text/csv',
    'text/csv, */*;q=0.8',
    'text/csv, application/json;q=0',
    'text/csv;q=0.001',
    'text/csv; charset=utf-8; header=present',
    'text/csv ; q=0.9 , */* ; Q=0.8',
    'text/csv;header=present;q=0.9, application/json;q=0.8',
    '*/*, application/json;q=0.9',
    'text/*;q=0.5, */*;q=0.4',
    'text/csv;a="x, application/json", */*;q=0.1',
    'text/csv;a="\\", application/json", */*;q=0.1',
    'application/json;q=1.001, text/csv;q=0.1',
    'application/json;q=0.1234, text/csv;q=0.1',
    'nonsense, , ;q=1, text/csv',
    'application/xml, text/csv;q=0.2',
    'text/csv;q=0.1, text/csv;q=0.9, application/json;q=0.5',
  ])('%j prefers CSV', (accept) => {
    expect(preferred(accept)).toBe('text/csv');
  });

  it.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'application/*',
    'application/*, text/*',
    'application/json, text/csv',
    'text/csv, application/json',
    'text/csv;q=0.5, application/json;q=0.5',
    'text/csv;q=0.5, application/json;q=0.500',
    'text/csv;q=0.4, application/json;q=0.5',
    'text/csv;q=0.8, */*',
    'text/csv;q=0',
    'text/csv;q=0, text/*',
    'text/csv;q=0.000, */*;q=0.1',
    'text/*;q=0.3, application/json;q=0.4',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/xml',
    'image/png',
    'text/csvx',
    'xtext/csv',
    'text',
    'text/',
    'text/csv/x',
    '*/csv',
    'text/csv;q=2',
    'text/csv;q=',
    'text/csv;q=-1',
    'text/csv;q=0.5x',
    'text/csv;q="1"',
    '"text/csv"',
    'application/json;a=", text/csv;q=1',
  ])('%j prefers JSON', (accept) => {
    expect(preferred(accept)).toBe('application/json');
  });

  it.each([
    ['commas', ','.repeat(16_000)],
    ['quotes', '"'.repeat(16_001)],
    ['backslashes in quotes', `"${'\\'.repeat(16_001)}`],
    ['ranges', 'text/csv,'.repeat(1_700)],
    ['parameters', `text/csv${';a'.repeat(8_000)}`],
    ['slashes', `a${'/a'.repeat(8_000)}`],
  ])('reads 16 KB of %s in linear time', (_, accept) => {
    // Quadratic time would exceed the time limit of a test.
    for (let times = 0; times < 200; times += 1) preferred(accept);
  });
});
