import {
  createNetwork,
  defaultLimits,
  defaultPorts,
  type Network,
  type NetworkOptions,
  networkSchema,
  parseAddressRange,
  parseIpAddress,
} from '@sitegrade/audit';
import {
  booleanOption,
  functionOption,
  mustBe,
  optionsObject,
  validateOptions,
} from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';
import type { SendMail } from './send-mail.ts';

/** The option `alerts` of `createContext`: how webhooks are delivered, and mails sent. */
export interface AlertOptions {
  /**
   * Where the pages are mounted, for links in messages and mails: `https://seo.example.com/sitegrade`. Default: messages
   * have no links, and no mails are sent.
   */
  readonly consoleUrl?: string;
  /**
   * Addresses of receivers that are not public, as in `network.allowAddresses`, which does not apply to webhooks: a
   * private site that may be read is not a service that owners may post to. An entry with a port, such as
   * `10.0.0.9:9000`, also allows that port of these addresses, although `network.ports` does not. Default: none.
   */
  readonly allowAddresses?: readonly string[];
  /** Whether receivers may have URLs with `http:`. What is sent can then be read on the way. Default: `false`. */
  readonly allowHttp?: boolean;
  /**
   * Sends a mail, for example through the mail service of the host. It needs `consoleUrl`, as mails have links. It is
   * called by workers, up to 4 times at once, and each call is given five minutes. Default: websites have no recipients.
   */
  readonly sendMail?: SendMail;
  /**
   * The brand of an owner in mails, as the option `pages.brand` returns it. What it leaves out is as for sitegrade. A mail
   * for which it fails is tried again later. Default: that of sitegrade.
   */
  readonly brand?: (
    ownerId: string,
  ) => Partial<MailBrand> | undefined | Promise<Partial<MailBrand> | undefined>;
}

/** How mails look. */
export interface MailBrand {
  /** The name, 1 to 60 characters. */
  readonly name: string;
  /** The colour of links and buttons, as `#rrggbb`. */
  readonly accent: string;
}

/** How webhooks are delivered, and mails sent. */
export interface AlertSettings {
  /** Without a slash at its end; `null` if it is not known. */
  readonly consoleUrl: string | null;
  readonly allowHttp: boolean;
  /** The network access of deliveries. */
  readonly network: Network;
  /** The ports of public addresses that receivers may have. */
  readonly ports: readonly number[] | 'any';
  /** `undefined`: no mails are sent. */
  readonly sendMail: SendMail | undefined;
  readonly brand: AlertOptions['brand'];
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
  sendMail: v.optional(functionOption),
  brand: v.optional(functionOption),
} satisfies Record<keyof AlertOptions, v.GenericSchema>);

/**
 * Completes the option. Names are resolved, and addresses, hosts and ports are denied, as for pages. What is allowed there
 * is not allowed here.
 *
 * @throws TypeError with the name of an invalid option, or if mails could have no links.
 */
export function alertSettingsOf(
  options: AlertOptions = {},
  ofPages: NetworkOptions = {},
): AlertSettings {
  const { consoleUrl, allowHttp } = validateOptions(alertOptionsSchema, options, 'alerts.');
  const { sendMail, brand } = options;
  if (sendMail !== undefined && consoleUrl === undefined) {
    throw new TypeError(
      'alerts.sendMail requires alerts.consoleUrl: mails have links to its pages.',
    );
  }
  const { userAgent: _, ...others } = ofPages;
  const network = receiverNetwork(
    {
      ...others,
      allowLocalhost: false,
      limits: { ...defaultLimits, totalMs: receiverMs, headersMs: receiverMs },
    },
    options.allowAddresses ?? [],
  );
  return {
    consoleUrl: consoleUrl?.replace(/\/+$/, '') ?? null,
    allowHttp,
    sendMail,
    brand,
    network: { ...network, userAgent: 'sitegrade' },
    ports: ofPages.ports ?? defaultPorts,
  };
}

/** A network in which an allowed address with a port may be connected to on that port, although it is not in `ports`. */
function receiverNetwork(options: NetworkOptions, allowed: readonly string[]): Network {
  const network = createNetwork({ ...options, allowAddresses: allowed });
  const portOf = (entry: string) => parseAddressRange(entry)?.port ?? null;
  const withPort = allowed.filter((entry) => portOf(entry) !== null);
  const entryPorts = new Set(withPort.map(portOf));
  const onItsPort = createNetwork({ ...options, allowAddresses: withPort, ports: 'any' });
  return {
    ...network,
    isPortAllowed(port, host) {
      if (network.isPortAllowed(port, host)) return true;
      const address = host.replace(/^\[|\]$/g, '');
      // The addresses of a name are classified when it is connected to.
      if (parseIpAddress(address) === null) return entryPorts.has(port);
      return onItsPort.classifyAddress(address, port) === 'allowed';
    },
    classifyAddress(address, port) {
      if (network.isPortAllowed(port, address)) return network.classifyAddress(address, port);
      const verdict = onItsPort.classifyAddress(address, port);
      return verdict === 'public' ? 'not_public' : verdict;
    },
  };
}
