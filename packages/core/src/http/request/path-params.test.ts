import { describe, expect, it } from 'vitest';
import { parseParams } from './path-params.ts';

describe('parseParams', () => {
  it.each(['1', '10', '9007199254740991'])('reads the number %s', (text) => {
    expect(parseParams({ id: 'number' }, { id: text })).toEqual({ id: Number(text) });
  });

  it.each([
    ...['', '0', '01', '-1', '+1', '1.0', '1e3', '0x1', ' 1', '1 ', '1\n', '1\0', '١'],
    ...['9007199254740992', '99999999999999999999', 'null', 'NaN', 'Infinity'],
  ])('rejects the number %j', (id) => {
    expect(parseParams({ id: 'number' }, { id })).toBeUndefined();
  });

  it.each(['a', '0', '-_', 'x'.repeat(64)])('reads the token %s', (text) => {
    expect(parseParams({ token: 'token' }, { token: text })).toEqual({ token: text });
  });

  it.each(['', 'a b', 'a/b', 'a.b', 'a\n', 'a\0', 'ü', '%61', 'x'.repeat(65)])(
    'rejects the token %j',
    (text) => {
      expect(parseParams({ token: 'token' }, { token: text })).toBeUndefined();
    },
  );

  it('reads several parameters, and ignores those of the host', () => {
    const kinds = { id: 'number', other: 'number', token: 'token' } as const;
    const sent = { team: 'x', id: '1', other: '2', token: 'abc' };
    expect(parseParams(kinds, sent)).toEqual({ id: 1, other: 2, token: 'abc' });
    expect(parseParams(kinds, { ...sent, other: 'x' })).toBeUndefined();
    expect(parseParams(kinds, { id: '1', other: '2' })).toBeUndefined();
  });
});
