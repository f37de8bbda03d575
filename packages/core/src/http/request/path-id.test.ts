import { describe, expect, it } from 'vitest';
import { parseId } from './path-id.ts';

describe('parseId', () => {
  it.each(['1', '10', '9007199254740991'])('reads %s', (text) => {
    expect(parseId(text)).toBe(Number(text));
  });

  it.each([
    undefined,
    ...['', '0', '01', '-1', '+1', '1.0', '1e3', '0x1', ' 1', '1 ', '1\n', '1\0', '١'],
    ...['9007199254740992', '99999999999999999999', 'null', 'NaN', 'Infinity'],
  ])('rejects %j', (text) => {
    expect(parseId(text)).toBeUndefined();
  });
});
