import type { ContextOptions } from '../create-context.ts';
import type { Store } from '../store.ts';
import { privacyByNumber } from '../websites/website.ts';
import type { Authenticate } from './request/host-owner.ts';

/** What an embedder may say to an adapter; only `store` must be said. */
export interface ApiOptions<HostRequest = unknown> extends ContextOptions {
  /**
   * The address that clients reach the host at, up to where `/api/v1` begins:
   * `https://example.com/tools`. Links are made from it. Default: what the framework says of each
   * request, by its own rules for proxies.
   */
  readonly publicUrl?: string;
  /** Whether a reference of the API, for people, is served at `/api/v1/docs`. Default: `false`. */
  readonly docs?: boolean;
  /**
   * The host's own login, instead of built-in API keys, which do not work any more then. Returns the
   * host's id of the user or tenant whom the request acts for, or `undefined` or `null` for nobody, or
   * a promise of it. What is no owner id, and what it throws, is a 500 whose cause is logged. A login
   * by cookies has to think of requests that other sites make browsers send: see the README.
   */
  readonly authenticate?: Authenticate<HostRequest>;
}

type Rule = readonly [isRight: (value: unknown) => boolean, expected: string];

const isFunction = (value: unknown) => typeof value === 'function';

const storeParts = [
  'reports',
  'websites',
  'apiKeys',
  'idempotencyKeys',
  'upkeep',
] as const satisfies readonly (keyof Store)[];

const rules = {
  store: [isStore, `a store with ${storeParts.join(', ')}, such as sqliteStore({ filename })`],
  network: [isObject, 'an object'],
  analyses: [isObject, 'an object'],
  ruleset: [isObject, 'a ruleset, such as extendRuleset(defaultRuleset, …)'],
  now: [isFunction, 'a function'],
  monotonicMs: [isFunction, 'a function'],
  randomBytes: [isFunction, 'a function'],
  defaultPrivacy: [
    (value) => privacyByNumber.some((privacy) => privacy === value),
    `one of ${privacyByNumber.join(', ')}`,
  ],
  onEvent: [isFunction, 'a function'],
  authenticate: [isFunction, 'a function'],
  expectIndexable: [(value) => typeof value === 'boolean', 'a boolean'],
  docs: [(value) => typeof value === 'boolean', 'a boolean'],
  publicUrl: [isPublicUrl, 'an absolute http or https URL without query, fragment or credentials'],
} as const satisfies Record<keyof ApiOptions, Rule>;

/**
 * Judges an embedder's options at start, long before the first request.
 *
 * @throws TypeError naming the option, and what it should be.
 */
export function judgeApiOptions<HostRequest>(options: ApiOptions<HostRequest>): void {
  if (!isObject(options)) throw new TypeError('options must be an object with a store');
  const given = new Map<string, unknown>(Object.entries(options));
  for (const name of given.keys()) {
    if (Object.hasOwn(rules, name)) continue;
    throw new TypeError(`options.${name} is unknown; there are ${Object.keys(rules).join(', ')}`);
  }
  for (const [name, [isRight, expected]] of Object.entries(rules) as [string, Rule][]) {
    const value = given.get(name);
    if (value === undefined && name !== 'store') continue;
    if (!isRight(value)) throw new TypeError(`options.${name} must be ${expected}`);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isStore(value: unknown): boolean {
  return isObject(value) && storeParts.every((part) => part in value);
}

function isPublicUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  if (!/^https?:\/\/[^/?#@\s\\]+(?:\/[^?#\s\\<>"]*)?$/i.test(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}
