import { parseIpAddress, parseTarget, trimUrl, whiteSpaceIn } from '@sitegrade/audit';
import { isSitegradeError } from '@sitegrade/foundation/errors';
import { booleanOption, oneOf } from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';
import type { Context } from '../../context/context.ts';
import { maxUrlLength } from '../../store/report.ts';
import {
  type AlertType,
  alertTypes,
  minImportances,
  type Webhook,
  type WebhookFormat,
  type WebhookSettings,
  webhookFormats,
} from '../../store/webhook.ts';
import { inputObject, invalidInput, validate, wellFormedText } from '../../validate.ts';

/** How many websites a webhook can be restricted to. */
export const maxWebhookWebsites = 100;

/** The URL of a receiver. */
export const webhookUrlSchema = v.pipe(
  wellFormedText,
  v.transform(trimUrl),
  v.nonEmpty('must not be empty.'),
  v.maxLength(maxUrlLength, `must be at most ${maxUrlLength} characters.`),
);

const formatSchema = oneOf(webhookFormats);
const eventsSchema = v.pipe(
  v.array(oneOf(alertTypes), 'must be a list of events.'),
  v.minLength(1, 'must have at least one event.'),
  v.maxLength(alertTypes.length, 'must have each event once.'),
);
const websiteIdsSchema = v.nullable(
  v.pipe(
    v.array(
      v.pipe(
        v.number('must be a list of ids of websites, or null for all.'),
        v.safeInteger('must be a list of ids of websites, or null for all.'),
        v.minValue(1, 'must be a list of ids of websites, or null for all.'),
      ),
      'must be a list of ids of websites, or null for all.',
    ),
    v.minLength(1, 'must have at least one id, or be null for all websites.'),
    v.maxLength(maxWebhookWebsites, `must have at most ${maxWebhookWebsites} ids.`),
  ),
);
const minImportanceSchema = oneOf(minImportances);

/** Input of `createWebhook`. */
export interface CreateWebhookInput {
  /** Where messages are posted: `https:`, unless the operator allows `http:`. */
  readonly url: string;
  /** What the receiver understands. Default: `json`. */
  readonly format?: WebhookFormat | undefined;
  /** The events that it receives. Default: all but `report.created` and `crawl.completed`. */
  readonly events?: readonly AlertType[] | undefined;
  /** Only of these websites, at most 100; `null` for all, and for what belongs to none. Default: `null`. */
  readonly websiteIds?: readonly number[] | null | undefined;
  /** Findings of a lower importance are not sent. Default: `low`. */
  readonly minImportance?: WebhookSettings['minImportance'] | undefined;
}

/** Input of `updateWebhook`. What is absent stays as it is. */
export interface UpdateWebhookInput extends Partial<CreateWebhookInput> {
  /** `false` stops deliveries, `true` goes on, also after it was disabled because of its failures. */
  readonly enabled?: boolean | undefined;
}

/** What most owners want to receive: not messages that nothing has changed. */
export const defaultEvents: readonly AlertType[] = [
  'findings.new',
  'score.dropped',
  'report.failed',
  'crawl.failed',
  'site.unreachable',
  'site.recovered',
  'certificate.expiring',
];

const createSchema = inputObject({
  url: webhookUrlSchema,
  format: v.optional(formatSchema, 'json'),
  events: v.optional(eventsSchema, [...defaultEvents]),
  websiteIds: v.optional(websiteIdsSchema, null),
  minImportance: v.optional(minImportanceSchema, 'low'),
} satisfies Record<keyof CreateWebhookInput, v.GenericSchema>);

const updateSchema = inputObject({
  url: v.optional(webhookUrlSchema),
  format: v.optional(formatSchema),
  events: v.optional(eventsSchema),
  websiteIds: v.optional(websiteIdsSchema),
  minImportance: v.optional(minImportanceSchema),
  enabled: v.optional(booleanOption),
} satisfies Record<keyof UpdateWebhookInput, v.GenericSchema>);

/**
 * Validates the settings of a new webhook.
 *
 * @throws SitegradeError `invalid_input` with the issues by field.
 */
export async function newSettings(
  context: Context,
  ownerId: string,
  input: CreateWebhookInput,
): Promise<WebhookSettings> {
  const valid = validate(createSchema, input);
  const websiteIds = await ownWebsites(context, ownerId, valid.websiteIds);
  return {
    ...valid,
    url: receiverUrl(context, valid.url),
    events: unique(valid.events),
    websiteIds,
  };
}

/**
 * Validates changes of a webhook.
 *
 * @throws SitegradeError `invalid_input` with the issues by field.
 */
export async function changedSettings(
  context: Context,
  ownerId: string,
  input: UpdateWebhookInput,
  current: Webhook,
): Promise<Partial<WebhookSettings> & { readonly isEnabled?: boolean }> {
  const { url, events, websiteIds, enabled, format, minImportance } = validate(updateSchema, input);
  return {
    ...(url !== undefined && { url: receiverUrl(context, url) }),
    ...(format !== undefined && { format }),
    ...(events !== undefined && { events: unique(events) }),
    ...(websiteIds !== undefined && {
      websiteIds: await ownWebsites(context, ownerId, websiteIds, current.websiteIds ?? []),
    }),
    ...(minImportance !== undefined && { minImportance }),
    ...(enabled !== undefined && { isEnabled: enabled }),
  };
}

function unique<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)];
}

async function ownWebsites(
  { store }: Context,
  ownerId: string,
  ids: readonly number[] | null,
  known: readonly number[] = [],
): Promise<readonly number[] | null> {
  if (ids === null) return null;
  const wanted = unique(ids);
  // Those that it has may be deleted meanwhile.
  for (const id of wanted.filter((id) => !known.includes(id))) {
    const website = await store.websites.find(ownerId, id);
    if (website === undefined) throw invalidInput({ websiteIds: [`has no website ${id}.`] });
  }
  return wanted;
}

/** The addresses of names are checked when a message is sent, since they may change. */
function receiverUrl({ alerts }: Context, given: string): string {
  const schemes = alerts.allowHttp ? 'https:// or http://' : 'https://';
  if (!(alerts.allowHttp ? /^https?:\/\//i : /^https:\/\//i).test(given)) {
    throw invalidInput({ url: [`must be a URL that begins with ${schemes}.`] });
  }
  const url = allowedUrl(alerts, given);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? defaultPorts[url.protocol] : Number(url.port);
  const verdict = parseIpAddress(host) && alerts.network.classifyAddress(host, port ?? 0);
  if (verdict === 'not_public' || verdict === 'denied') {
    throw invalidInput({ url: ['has an address that is not allowed here.'] });
  }
  return url.href;
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

const issues: Readonly<Record<string, string>> = {
  url_userinfo: 'must not contain a user name or password.',
  host_blocked: 'has a host that is not allowed here.',
};

function allowedUrl({ network, ports }: Context['alerts'], given: string): URL {
  try {
    return parseTarget(given, network).url;
  } catch (error) {
    if (!isSitegradeError(error)) throw error;
    if (error.reason === 'url_port') throw invalidInput({ url: [portIssue(ports)] });
    const issue = issues[error.reason ?? ''] ?? 'must be a URL such as https://example.com/hook.';
    const hint = whiteSpaceIn(given);
    throw invalidInput({ url: [hint === undefined ? issue : `${issue} ${hint}`] });
  }
}

/** Names the setting: anyone who enters such a URL most often tries out their own receiver. */
function portIssue(ports: readonly number[] | 'any'): string {
  const allowed = ports === 'any' ? 'Ports are 1 to 65535.' : `Allowed: ${ports.join(', ')}.`;
  return `has a port that is not allowed here. ${allowed} The operator allows others of single addresses, such as 10.0.0.9:9000, with WEBHOOK_ALLOW_ADDRESSES (alerts.allowAddresses of the library).`;
}
