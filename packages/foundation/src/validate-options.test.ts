import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  arrayOf,
  booleanOption,
  functionOption,
  integerBetween,
  mustBe,
  oneOf,
  optionsObject,
  parsedString,
  validateOptions,
} from './validate-options.ts';

const sizeOf = (text: string) => (text.endsWith(' kB') ? Number.parseInt(text, 10) * 1_000 : null);

const schema = optionsObject({
  filename: mustBe<string>('a path', (value) => typeof value === 'string'),
  limits: v.optional(optionsObject({ totalMs: v.optional(integerBetween(1, 600_000)) })),
  ports: v.optional(arrayOf(integerBetween(1, 65_535))),
  size: v.optional(parsedString('a size such as 5 kB', sizeOf)),
  mode: v.optional(oneOf(['fast', 'safe'])),
  verbose: v.optional(booleanOption),
  onError: v.optional(functionOption),
});
const validated = (options: unknown, at = 'store: ') => validateOptions(schema, options, at);

describe('validateOptions', () => {
  it('returns valid options, including undefined ones', () => {
    const options = { filename: 'a', limits: { totalMs: 600_000 }, mode: undefined };
    expect(validated(options)).toEqual(options);
  });

  it.each([
    [undefined, 'store: options must be an object.'],
    ['a', 'store: options must be an object.'],
    [{}, 'store: filename must be a path.'],
    [{ filename: undefined }, 'store: filename must be a path.'],
    [{ filename: 5 }, 'store: filename must be a path.'],
    [
      { filename: 'a', limits: { totalMs: 0 } },
      'store: limits.totalMs must be an integer from 1 to 600000.',
    ],
    [
      { filename: 'a', limits: { totalMs: 600_001 } },
      'store: limits.totalMs must be an integer from 1 to 600000.',
    ],
    [
      { filename: 'a', limits: { totalMs: 1.5 } },
      'store: limits.totalMs must be an integer from 1 to 600000.',
    ],
    [{ filename: 'a', limits: null }, 'store: limits must be an object.'],
    [{ filename: 'a', ports: [80, 0] }, 'store: ports[1] must be an integer from 1 to 65535.'],
    [{ filename: 'a', ports: 80 }, 'store: ports must be an array.'],
    [{ filename: 'a', size: 5 }, 'store: size must be a size such as 5 kB.'],
    [{ filename: 'a', size: '5' }, 'store: size must be a size such as 5 kB.'],
    [{ filename: 'a', mode: 'slow' }, 'store: mode must be one of fast, safe.'],
    [{ filename: 'a', verbose: 1 }, 'store: verbose must be a boolean.'],
    [{ filename: 'a', onError: {} }, 'store: onError must be a function.'],
  ])('rejects %j by name', (options, message) => {
    expect(() => validated(options)).toThrow(new TypeError(message));
  });

  it.each([
    ['fliename', 'Did you mean filename?'],
    ['fileName', 'Did you mean filename?'],
    ['prots', 'Did you mean ports?'],
    ['max', 'The options are filename, limits, ports, size, mode, verbose, onError.'],
    ['toString', 'The options are filename, limits, ports, size, mode, verbose, onError.'],
  ])('rejects the unknown option %s first, with the most similar name', (name, hint) => {
    const message = `store: ${name} is not an option. ${hint}`;
    expect(() => validated({ [name]: 'a' })).toThrow(new TypeError(message));
  });

  it('returns the result of parsed options', () => {
    expect(validated({ filename: 'a', size: '5 kB' })).toEqual({ filename: 'a', size: 5_000 });
  });

  it('names nested options and the object itself after a path', () => {
    const portless = { filename: 'a', limits: { totalMS: 5 } };
    expect(() => validated(portless, 'network.')).toThrow(
      'network.limits.totalMS is not an option. Did you mean totalMs?',
    );
    expect(() => validated(null, 'network.')).toThrow(/^network must be an object\.$/);
  });
});
