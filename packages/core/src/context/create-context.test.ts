import { memoryStore } from '@sitegrade/store-memory';
import { describe, expect, it } from 'vitest';
import { type ContextOptions, createContext } from './create-context.ts';

const store = memoryStore();
const made = (options: unknown) => () => createContext(options as ContextOptions);

describe('createContext', () => {
  it('accepts only a store, and options that are undefined', () => {
    expect(made({ store })).not.toThrow();
    expect(made({ store, network: undefined, ruleset: undefined })).not.toThrow();
  });

  it.each([
    [undefined, 'createContext: options must be an object.'],
    [null, 'createContext: options must be an object.'],
    [{}, 'createContext: store must be a store'],
    [{ store: {} }, 'createContext: store must be a store'],
    [{ store, ruleSet: {} }, 'ruleSet is not an option. Did you mean ruleset?'],
    [{ store, docs: true }, 'docs is not an option. The options are store, network'],
    [{ store, ruleset: {} }, 'createContext: ruleset must be a ruleset'],
    [
      { store, defaultPrivacy: 'password' },
      'createContext: defaultPrivacy must be one of public, private',
    ],
    [{ store, passwords: { most: 1 } }, 'createContext: passwords.most is not an option'],
    [
      { store, passwords: { perOwner: -1 } },
      'createContext: passwords.perOwner must be an integer from 0 to 10000.',
    ],
    [
      { store, network: { ports: [0] } },
      "createContext: network.ports must be 'any' or an array of integers from 1 to 65535.",
    ],
    [
      { store, network: { limits: { totalMs: 0 } } },
      'createContext: network.limits.totalMs must be an integer from 1 to 600000.',
    ],
    [
      { store, analyses: { total: 0 } },
      'createContext: analyses.total must be an integer from 1 to 10000.',
    ],
    [{ store, queue: { announce() {} } }, 'createContext: queue must be a queue with announce'],
    [
      { store, quotas: { queuedJobs: -1 } },
      'createContext: quotas.queuedJobs must be an integer from 0 to 9007199254740991.',
    ],
    [{ store, quotas: { jobs: 1 } }, 'createContext: quotas.jobs is not an option.'],
    [{ store, quotas: 5 }, 'createContext: quotas must be an object.'],
    [{ store, onEvent: 'log' }, 'createContext: onEvent must be a function'],
    [
      { store, fieldData: { query: true } },
      'createContext: fieldData must be a source with query, such as cruxFieldData({ apiKey }).',
    ],
  ])('rejects %j by name', (options, message) => {
    expect(made(options)).toThrow(TypeError);
    expect(made(options)).toThrow(message);
  });
});
