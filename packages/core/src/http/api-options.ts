import * as v from 'valibot';
import { type ContextOptions, contextOptionEntries } from '../create-context.ts';
import {
  booleanOption,
  functionOption,
  mustBe,
  optionsObject,
  validateOptions,
} from '../validate-options.ts';
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

const entries = {
  ...contextOptionEntries,
  authenticate: v.optional(functionOption),
  docs: v.optional(booleanOption),
  publicUrl: v.optional(
    mustBe<string>(
      'an absolute http or https URL without query, fragment or credentials',
      isPublicUrl,
    ),
  ),
} as const satisfies Record<keyof ApiOptions, v.GenericSchema>;

/**
 * Validates an embedder's options at start, long before the first request.
 *
 * @param adapterOptions Names of options that the adapter takes and validates itself.
 * @throws TypeError naming the option and what it accepts.
 */
export function validateApiOptions(options: unknown, adapterOptions: readonly string[] = []): void {
  validateOptions(optionsObject(entries, adapterOptions), options, 'sitegrade: ');
}

function isPublicUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  if (!/^https?:\/\/[^/?#@\s\\]+(?:\/[^?#\s\\<>"]*)?$/i.test(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}
