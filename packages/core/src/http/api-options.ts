import * as v from 'valibot';
import { type ContextOptions, contextOptionEntries } from '../create-context.ts';
import {
  booleanOption,
  functionOption,
  mustBe,
  optionsObject,
  validateOptions,
} from '../validate-options.ts';
import type { Logger } from './logger.ts';
import { type PagesOptions, pagesSchema } from './pages-options.ts';
import type { Authenticate } from './request/owner.ts';

/** Options of an adapter. Only `store` is required. */
export interface ApiOptions<HostRequest = unknown> extends ContextOptions {
  /**
   * The public URL of the host, without `/api/v1`: `https://example.com/tools`. Links in responses
   * start with it. Default: protocol and host of each request, as the framework reports them by its
   * own rules for proxies.
   */
  readonly publicUrl?: string;
  /** Whether to serve an API reference as an HTML page at `/api/v1/docs`. Default: `false`. */
  readonly docs?: boolean;
  /**
   * Whether to mount pages for people: shared reports and the console. Options change where they are and
   * how they look. Default: `false`.
   */
  readonly pages?: boolean | PagesOptions;
  /**
   * `false` mounts only the pages, for a host that mounts the shared pages and the console separately.
   * Default: `true`.
   */
  readonly api?: boolean;
  /**
   * Replaces the built-in API keys with the host's own login. Returns the host's id of the user or
   * tenant that the request acts for, `undefined` or `null` if no one is logged in, or a promise of
   * either. An invalid owner id or a thrown error becomes a 500 whose cause is logged. Requests
   * that change data and come from pages of other sites are refused before it is called: see the README
   * if your login uses cookies.
   */
  readonly authenticate?: Authenticate<HostRequest>;
}

const entries = {
  ...contextOptionEntries,
  api: v.optional(booleanOption),
  authenticate: v.optional(functionOption),
  docs: v.optional(booleanOption),
  pages: v.optional(pagesSchema),
  publicUrl: v.optional(
    mustBe<string>(
      'an absolute http or https URL without query, fragment or credentials',
      isPublicUrl,
    ),
  ),
} as const satisfies Record<keyof ApiOptions, v.GenericSchema>;

/** Options that only some adapters have. */
const adapterEntries = {
  logger: v.optional(mustBe<Logger>('a logger with the methods info and error', isLogger)),
};

/** The name of an option that only some adapters have. */
export type AdapterOption = keyof typeof adapterEntries;

/**
 * Validates the options when the API is created, before the first request.
 *
 * @param adapterOptions Options that the adapter has besides {@link ApiOptions}.
 * @throws TypeError naming the option and what it accepts.
 */
export function validateApiOptions(
  options: unknown,
  adapterOptions: readonly AdapterOption[] = [],
): void {
  const added = adapterOptions.map((name) => [name, adapterEntries[name]] as const);
  const schema = optionsObject({ ...entries, ...Object.fromEntries(added) });
  validateOptions(schema, options, 'sitegrade: ');
}

function isLogger(value: unknown): boolean {
  const has = (name: string) => typeof Reflect.get(Object(value), name) === 'function';
  return has('info') && has('error');
}

function isPublicUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  if (!/^https?:\/\/[^/?#@\s\\]+(?:\/[^?#\s\\<>"]*)?$/i.test(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}
