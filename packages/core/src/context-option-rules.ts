import { isObject, type OptionRules } from './judge-options.ts';
import type { Store } from './store.ts';

const storeParts = [
  'reports',
  'websites',
  'apiKeys',
  'idempotencyKeys',
  'upkeep',
] as const satisfies readonly (keyof Store)[];

const isFunction = (value: unknown) => typeof value === 'function';

/** What the options of `createContext` have to be. What is inside of one is judged by its own part. */
export const contextOptionRules = {
  store: [isStore, `a store with ${storeParts.join(', ')}, such as sqliteStore({ filename })`],
  network: [isObject, 'an object'],
  analyses: [isObject, 'an object'],
  ruleset: [isRuleset, 'a ruleset, such as extendRuleset(defaultRuleset, …)'],
  now: [isFunction, 'a function'],
  monotonicMs: [isFunction, 'a function'],
  randomBytes: [isFunction, 'a function'],
  // Not `password`: a website would be closed to everyone until somebody gives it one.
  defaultPrivacy: [(value) => value === 'public' || value === 'private', 'one of public, private'],
  onEvent: [isFunction, 'a function'],
  expectIndexable: [(value) => typeof value === 'boolean', 'a boolean'],
} as const satisfies OptionRules;

function isStore(value: unknown): boolean {
  return isObject(value) && storeParts.every((part) => part in value);
}

function isRuleset(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { version, checks } = value as Partial<Record<string, unknown>>;
  return typeof version === 'string' && Array.isArray(checks);
}
