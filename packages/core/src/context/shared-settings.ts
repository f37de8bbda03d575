import { createHash } from 'node:crypto';
import { defaultPorts, type NetworkOptions } from '@sitegrade/audit';
import type { AlertOptions } from './alert-settings.ts';
import type { Context } from './context.ts';
import { type QuotasOption, quotasOf } from './quotas.ts';

/**
 * The options that all processes of a store should have in common, each as a digest: what they do to reports should not
 * depend on which process creates them. A digest has no secret that could be read from the store.
 */
export function sharedSettingsOf(
  {
    network = {},
    alerts = {},
    quotas,
  }: {
    readonly network?: NetworkOptions;
    readonly alerts?: AlertOptions;
    readonly quotas?: QuotasOption;
  },
  {
    crawls,
    ruleset,
    defaultPrivacy,
    expectIndexable,
    compareUserAgents,
    renderer,
    render,
    speedRuns,
    fieldData,
  }: Pick<
    Context,
    | 'crawls'
    | 'ruleset'
    | 'defaultPrivacy'
    | 'expectIndexable'
    | 'compareUserAgents'
    | 'renderer'
    | 'render'
    | 'speedRuns'
    | 'fieldData'
  >,
): Readonly<Record<string, string>> {
  const { allowAddresses = [], denyAddresses = [], denyHosts = [] } = network;
  const { allowLocalhost = false, ports = defaultPorts, trustedCertificates = [] } = network;
  const values = {
    'network.allowAddresses': sorted(allowAddresses),
    'network.allowLocalhost': allowLocalhost,
    'network.denyAddresses': sorted(denyAddresses),
    'network.denyHosts': sorted(denyHosts),
    'network.ports': ports === 'any' ? ports : sorted(ports),
    'network.trustedCertificates': sorted(trustedCertificates),
    'alerts.allowAddresses': sorted(alerts.allowAddresses ?? []),
    'alerts.allowHttp': alerts.allowHttp ?? false,
    'alerts.consoleUrl': alerts.consoleUrl ?? null,
    'alerts.sendMail': alerts.sendMail !== undefined,
    'crawls.maxPages': crawls.maxPages,
    'crawls.perHost': crawls.perHost,
    'crawls.maxRunning': crawls.maxRunning,
    // Workers start the runs of schedules.
    ...quotaValues(quotas),
    ruleset: ruleset.version,
    defaultPrivacy,
    expectIndexable,
    compareUserAgents,
    // Not which renderer: they are functions. Whether there is one decides the results of checks.
    render: renderer === undefined ? 'off' : render,
    speedRuns,
    // Nor the key: whether there is field data decides the result of a check.
    fieldData: fieldData !== undefined,
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, settingDigest(value)]),
  );
}

/** The quotas by name. What a function returns is not known. */
function quotaValues(quotas: QuotasOption = {}): Readonly<Record<string, unknown>> {
  const isByOwner = typeof quotas === 'function';
  const values = Object.entries(quotasOf(isByOwner ? {} : quotas));
  return Object.fromEntries(
    values.map(([name, value]) => [`quotas.${name}`, isByOwner ? 'by owner' : value]),
  );
}

/** A digest of a value that is JSON. */
export function settingDigest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
}

/** The order of a list, and what is there twice, do not matter. */
function sorted<Entry extends string | number>(entries: readonly Entry[]): readonly string[] {
  return [...new Set(entries.map(String))].sort();
}
