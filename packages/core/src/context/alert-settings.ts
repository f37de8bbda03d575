import {
  createNetwork,
  defaultLimits,
  type Network,
  type NetworkOptions,
  networkSchema,
} from '@sitegrade/audit';
import {
  booleanOption,
  mustBe,
  optionsObject,
  validateOptions,
} from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';

/** The option `alerts` of `createContext`: how webhooks are delivered. */
export interface AlertOptions {
  /**
   * Where the console is, for links in messages: `https://seo.example.com/console`. Default: messages have no links.
   */
  readonly consoleUrl?: string;
  /**
   * Addresses of receivers that are not public, as in `network.allowAddresses`, which does not apply to webhooks: a
   * private site that may be read is no service that owners may post to. Default: none.
   */
  readonly allowAddresses?: readonly string[];
  /** Whether receivers may have URLs with `http:`. What is sent can then be read on the way. Default: `false`. */
  readonly allowHttp?: boolean;
}

/** How webhooks are delivered. */
export interface AlertSettings {
  /** Without a slash at its end; `null` if it is not known. */
  readonly consoleUrl: string | null;
  readonly allowHttp: boolean;
  /** The network access of deliveries. */
  readonly network: Network;
}

/** How long a receiver has to respond. */
const receiverMs = 15_000;

/** The schema of the option. */
export const alertOptionsSchema = optionsObject({
  consoleUrl: v.optional(
    mustBe<string>('an absolute URL with http: or https:', (value) => {
      if (typeof value !== 'string' || !URL.canParse(value)) return false;
      const { protocol, search, hash, username } = new URL(value);
      return /^https?:$/.test(protocol) && search + hash + username === '';
    }),
  ),
  allowAddresses: networkSchema.pipe[0].entries.allowAddresses,
  allowHttp: v.optional(booleanOption, false),
} satisfies Record<keyof AlertOptions, v.GenericSchema>);

/**
 * Completes the option. Names are resolved, and addresses, hosts and ports are denied, as for pages. What is allowed there
 * is not allowed here.
 *
 * @throws TypeError with the name of an invalid option.
 */
export function alertSettingsOf(
  options: AlertOptions = {},
  ofPages: NetworkOptions = {},
): AlertSettings {
  const { consoleUrl, allowHttp } = validateOptions(alertOptionsSchema, options, 'alerts.');
  const { userAgent: _, ...others } = ofPages;
  const network = createNetwork({
    ...others,
    allowLocalhost: false,
    allowAddresses: options.allowAddresses ?? [],
    limits: { ...defaultLimits, totalMs: receiverMs, headersMs: receiverMs },
  });
  return {
    consoleUrl: consoleUrl?.replace(/\/+$/, '') ?? null,
    allowHttp,
    network: { ...network, userAgent: 'sitegrade' },
  };
}
