import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { notUtf8, parseForm, queryBytes } from './form.ts';

const parse = (text: string) => Object.fromEntries(parseForm(Buffer.from(text)));

describe('parseForm', () => {
  it('reads names and values, in order', () => {
    expect(parse('a=1&b=2&a=3&c&=d&&e=f=g')).toEqual({
      a: ['1', '3'],
      b: ['2'],
      c: [''],
      '': ['d'],
      e: ['f=g'],
    });
  });

  it('keeps a stray percent sign', () => {
    expect(parse('a=%&b=%4&c=%zz&d=%%41&e=100%')).toEqual({
      a: ['%'],
      b: ['%4'],
      c: ['%zz'],
      d: ['%A'],
      e: ['100%'],
    });
  });

  it('marks a value that is not UTF-8, and drops a name that is not', () => {
    expect(parse('a=%ff&%ff=1&b=%ed%a0%80&c=%c3%bc')).toEqual({
      a: [notUtf8],
      b: [notUtf8],
      c: ['ü'],
    });
  });

  it('keeps a byte order mark', () => {
    expect(parse('a=%ef%bb%bfx')).toEqual({ a: ['\ufeffx'] });
  });

  it('reads the output of URLSearchParams', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
        const expected = new Map<string, string[]>();
        for (const [name, value] of pairs)
          expected.set(name, [...(expected.get(name) ?? []), value]);
        expect(parseForm(Buffer.from(new URLSearchParams(pairs).toString()))).toEqual(expected);
      }),
    );
  });

  it('reads any string like URLSearchParams, except invalid UTF-8', () => {
    // No bare `ü` next to a stray percent sign: Node then drops an escape, against the WHATWG rules.
    const mess = fc.string({ unit: fc.constantFrom(...'ab%&=+;# 4f', '%c3%bc', '%C3') });
    fc.assert(
      fc.property(mess, (text) => {
        const parsed = [...parseForm(Buffer.from(text))];
        const theirs = new URLSearchParams(`?${text}`);
        for (const [name, values] of parsed) {
          if (values.includes(notUtf8)) continue;
          expect(theirs.getAll(name)).toEqual(values);
        }
      }),
    );
  });

  it.each(['a&', '&', 'urls=&'])('stops at the maximum number of pairs (%s)', (pair) => {
    const bytes = Buffer.from(pair.repeat(100_000));
    const subarray = vi.spyOn(bytes, 'subarray');
    const indexOf = vi.spyOn(bytes, 'indexOf');
    expect(() => parseForm(bytes, 5)).toThrow(
      expect.objectContaining({
        code: 'payload_too_large',
        message: 'The body must have at most 5 fields.',
      }),
    );
    expect(subarray.mock.calls.length).toBeLessThanOrEqual(5);
    expect(indexOf.mock.calls.length).toBeLessThanOrEqual(5);
  });

  it('reads the maximum number of pairs', () => {
    expect(parseForm(Buffer.from('a=1&a=2&a=3'), 3).get('a')).toEqual(['1', '2', '3']);
    expect(parseForm(Buffer.from('a=1&a=2&a=3&'), 3).get('a')).toHaveLength(3);
    expect(() => parseForm(Buffer.from('a=1&a=2&a=3&b'), 3)).toThrow('at most 3 fields');
  });

  it('reads a query as the bytes that were sent', () => {
    const raw = Buffer.from('a=ü').toString('latin1');
    expect(parseForm(queryBytes(raw)).get('a')).toEqual(['ü']);
  });
});
