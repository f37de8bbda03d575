import { describe, expect, it } from 'vitest';
import { type ContextOptions, createContext } from './create-context.ts';
import { memoryStore } from './testing/memory/memory-store.ts';

const store = memoryStore();
const made = (options: unknown) => () => createContext(options as ContextOptions);

describe('createContext', () => {
  it('takes a store alone, and options that are undefined', () => {
    expect(made({ store })).not.toThrow();
    expect(made({ store, network: undefined, ruleset: undefined })).not.toThrow();
  });

  it.each([
    [undefined, 'options must be an object with a store'],
    [null, 'options must be an object with a store'],
    [{}, 'options.store must be a store'],
    [{ store: {} }, 'options.store must be a store'],
    [{ store, ruleSet: {} }, 'options.ruleSet is unknown; there are store, network'],
    [{ store, docs: true }, 'options.docs is unknown'],
    [{ store, ruleset: {} }, 'options.ruleset must be a ruleset'],
    [
      { store, defaultPrivacy: 'password' },
      'options.defaultPrivacy must be one of public, private',
    ],
    [{ store, onEvent: 'log' }, 'options.onEvent must be a function'],
  ])('refuses %j by name', (options, message) => {
    expect(made(options)).toThrow(TypeError);
    expect(made(options)).toThrow(message);
  });
});
