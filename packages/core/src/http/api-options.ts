import { contextOptionRules } from '../context-option-rules.ts';
import type { ContextOptions } from '../create-context.ts';
import { judgeOptions, type OptionRule } from '../judge-options.ts';
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

const rules = {
  ...contextOptionRules,
  authenticate: [(value) => typeof value === 'function', 'a function'],
  docs: [(value) => typeof value === 'boolean', 'a boolean'],
  publicUrl: [isPublicUrl, 'an absolute http or https URL without query, fragment or credentials'],
} as const satisfies Record<keyof ApiOptions, OptionRule>;

/**
 * Judges an embedder's options at start, long before the first request.
 *
 * @param adapterOptions Names of options that the adapter itself takes and judges.
 * @throws TypeError naming the option, and what it should be.
 */
export function judgeApiOptions<HostRequest>(
  options: ApiOptions<HostRequest>,
  adapterOptions: readonly string[] = [],
): void {
  judgeOptions(options, rules, adapterOptions);
}

function isPublicUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  if (!/^https?:\/\/[^/?#@\s\\]+(?:\/[^?#\s\\<>"]*)?$/i.test(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}
