import {
  booleanOption,
  functionOption,
  isObject,
  mustBe,
  optionsObject,
  validateOptions,
} from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';
import type { Context } from '../context/context.ts';
import { type ContextOptions, contextOptionEntries } from '../context/create-context.ts';
import type { WorkerOptions } from '../worker/worker.ts';
import type { Logger } from './logger.ts';
import { type PagesOptions, pagesSchema } from './pages-options.ts';
import type { Authenticate } from './request/owner.ts';

/**
 * Options of an adapter. Only `store` is required; or `context`, a context that the host has created itself,
 * in place of `store` and the other options of `createContext`.
 */
export type ApiOptions<HostRequest = unknown> = ApiSettings<HostRequest> &
  ((ContextOptions & { readonly context?: undefined }) | ContextOption);

/** A context in place of its options. */
interface ContextOption {
  /**
   * From `createContext`: for a host that also calls domain functions, or starts a worker itself. Closing the API
   * closes its slots: no more reports are created with it, and its workers claim no more jobs.
   */
  readonly context: Context;
}

/** The options of an adapter in addition to those of the context. */
interface ApiSettings<HostRequest> {
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
   * Starts a worker in this process, which creates the reports of jobs. `close` stops it. Without it, jobs wait
   * until a worker is started elsewhere, with `startWorker`. Default: `false`.
   */
  readonly worker?: boolean | Omit<WorkerOptions, 'crawlHeaders'>;
  /**
   * Replaces the built-in API keys with the host's own login. Returns the host's id of the user or
   * tenant that the request acts for, `undefined`, `null` or `''` if no one is logged in, or a promise of
   * either. An invalid owner id or a thrown error becomes a 500 whose cause is logged. Requests
   * that change data and come from pages of other sites are refused before it is called: see the README
   * if your login uses cookies.
   */
  readonly authenticate?: Authenticate<HostRequest>;
  /**
   * The host's own login for the pages alone, where the API keeps its API keys, or `authenticate`. It returns what that
   * returns, and replaces the sign-in of the console. Default: `authenticate`.
   */
  readonly authenticatePages?: Authenticate<HostRequest>;
}

const settingEntries = {
  api: v.optional(booleanOption),
  authenticate: v.optional(functionOption),
  authenticatePages: v.optional(functionOption),
  docs: v.optional(booleanOption),
  pages: v.optional(pagesSchema),
  // What the object holds is validated by `startWorker`.
  worker: v.optional(
    mustBe<boolean | WorkerOptions>(
      'a boolean, or an object such as { concurrency: 4 }',
      (value) => typeof value === 'boolean' || isObject(value),
    ),
  ),
  publicUrl: v.optional(
    mustBe<string>(
      'an absolute http or https URL without query, fragment or credentials',
      isPublicUrl,
    ),
  ),
} as const satisfies Record<keyof ApiSettings<unknown>, v.GenericSchema>;

const contextEntry = {
  context: mustBe<Context>(
    'a context from createContext',
    (value) => isObject(value) && 'store' in value,
  ),
};

/** Options that only some adapters have. */
const adapterEntries = {
  logger: v.optional(mustBe<Logger>('a logger with the methods info and error', isLogger)),
  prefix: v.optional(
    mustBe<string>(
      'a path such as /tools/seo, percent-encoded and without a trailing slash',
      (value) =>
        value === '' ||
        (typeof value === 'string' && /^(?:\/(?:(?![/?#\\<>"])[!-~])+)+$/.test(value)),
    ),
  ),
  clientAddress: v.optional(functionOption),
  swagger: v.optional(booleanOption),
  notFound: v.optional(functionOption),
};

/** The name of an option that only some adapters have. */
export type AdapterOption = keyof typeof adapterEntries;

/**
 * Validates the options when the API is created, before the first request.
 *
 * @param adapterOptions Options that the adapter has in addition to {@link ApiOptions}.
 * @throws TypeError naming the option and what it accepts.
 */
export function validateApiOptions(
  options: unknown,
  adapterOptions: readonly AdapterOption[] = [],
): void {
  const added = adapterOptions.map((name) => [name, adapterEntries[name]] as const);
  const given = isObject(options) ? withoutUndefined(options) : options;
  const hasContext = isObject(given) && 'context' in given;
  if (hasContext) requireNoParts(given);
  const schema = optionsObject({
    ...(hasContext ? contextEntry : contextOptionEntries),
    ...settingEntries,
    ...Object.fromEntries(added),
  });
  validateOptions(schema, given, 'sitegrade: ');
}

function withoutUndefined(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** The options of `createContext` would have no effect beside a context. */
function requireNoParts(options: object): void {
  const part = Object.keys(contextOptionEntries).find((name) => name in options);
  if (part === undefined) return;
  throw new TypeError(
    `sitegrade: ${part} cannot be combined with context. Pass it to createContext.`,
  );
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
