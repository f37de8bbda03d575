import { describe, expect, it } from 'vitest';
import { memoryStore } from '../memory-store/memory-store.ts';
import { validateApiOptions } from './api-options.ts';

const { idempotencyKeys, ...olderStore } = memoryStore();
const store = { ...olderStore, idempotencyKeys };
const validated = (options: unknown) => () => validateApiOptions(options);

describe('validateApiOptions', () => {
  it.each([
    {},
    { publicUrl: 'https://example.com' },
    { publicUrl: 'http://localhost:3000/tools/' },
    { publicUrl: 'https://[::1]:3000' },
    { defaultPrivacy: 'public', expectIndexable: false, now: () => new Date() },
    { publicUrl: undefined, network: undefined },
    { docs: true },
    { docs: false },
  ])('accepts %j', (options) => {
    expect(validated({ store, ...options })).not.toThrow();
  });

  it.each([
    ['store', { store: null }],
    ['store', { store: { reports: {} } }],
    ['store', { store: olderStore }],
    ['network', { network: 'any' }],
    ['now', { now: 5 }],
    ['randomBytes', { randomBytes: {} }],
    ['ruleset', { ruleset: {} }],
    ['ruleset', { ruleset: [] }],
    ['defaultPrivacy', { defaultPrivacy: 0 }],
    ['defaultPrivacy', { defaultPrivacy: 'password' }],
    ['expectIndexable', { expectIndexable: 'yes' }],
    ['docs', { docs: 'yes' }],
    ['docs', { docs: 1 }],
    ['publicUrl', { publicUrl: '' }],
    ['publicUrl', { publicUrl: '/tools' }],
    ['publicUrl', { publicUrl: 'example.com' }],
    ['publicUrl', { publicUrl: 'ftp://example.com' }],
    ['publicUrl', { publicUrl: 'https://example.com/?x' }],
    ['publicUrl', { publicUrl: 'https://example.com/#x' }],
    ['publicUrl', { publicUrl: 'https://user:pass@example.com/' }],
    ['publicUrl', { publicUrl: 'https://exa mple.com/' }],
    ['publicUrl', { publicUrl: 'https://example.com/<x>' }],
    ['publicUrl', { publicUrl: new URL('https://example.com/') }],
    ['publicurl', { publicurl: 'https://example.com' }],
    ['toString', { toString: 1 }],
  ])('names %s in %j', (name, options) => {
    expect(validated({ store, ...options })).toThrow(TypeError);
    expect(validated({ store, ...options })).toThrow(`sitegrade: ${name} `);
  });

  it("suggests the adapter's own options too", () => {
    const options = { store, loger: console };
    expect(() => validateApiOptions(options, ['logger'])).toThrow(
      'loger is not an option. Did you mean logger?',
    );
  });

  it('rejects missing options', () => {
    for (const options of [undefined, null, 'x']) expect(validated(options)).toThrow(TypeError);
  });
});
