import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import type { List } from '../../listing/listing.ts';
import { maxAttempts } from '../../messages/alerts/retry-delay.ts';
import { listDeliveries } from '../../messages/webhooks/deliveries.ts';
import type { Delivery, DeliveryState } from '../../store/delivery.ts';
import type { Webhook } from '../../store/webhook.ts';
import { TextLink } from '../elements/page-text.tsx';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { ShortTime } from '../parts/time.tsx';
import { Paging, rowsPerPage, withQuery } from './paging.tsx';

/** An attempt that is due so soon is worth an update of the page. Later ones may be a day away. */
const soonMs = 60_000;

/** A page of the deliveries of a webhook. */
interface ListedDeliveries {
  readonly webhook: Webhook;
  readonly list: List<Delivery>;
  readonly pageNumber: number;
  /** The domains of their websites, by id. Those that were deleted are missing. */
  readonly domains: ReadonlyMap<number, string>;
  readonly now: Date;
  /** Whether one of them will change soon. */
  readonly isActive: boolean;
}

/** Reads a page of the deliveries of a webhook. */
export async function listedDeliveries(
  context: Context,
  ownerId: string,
  webhook: Webhook,
  pageNumber: number,
): Promise<ListedDeliveries> {
  const at = { page: pageNumber, perPage: rowsPerPage };
  const list = await listDeliveries(context, ownerId, webhook.id, at);
  const ids = new Set(list.rows.flatMap(({ websiteId }) => websiteId ?? []));
  const websites = await Promise.all(
    [...ids].map((id) => context.store.websites.find(ownerId, id)),
  );
  const found = websites.filter((website) => website !== undefined);
  const now = context.now();
  const isSoon = ({ dueAt }: Delivery) =>
    dueAt !== null && dueAt.getTime() - now.getTime() <= soonMs;
  return {
    webhook,
    list,
    pageNumber,
    now,
    domains: new Map(found.map(({ id, domain }) => [id, domain])),
    isActive: webhook.disabledReason === null && list.rows.some(isSoon),
  };
}

/** The deliveries of a webhook, newest first. */
export function DeliveryList({
  deliveries: { webhook, list, pageNumber, domains, now },
  links,
}: {
  readonly deliveries: ListedDeliveries;
  readonly links: Links;
}): VNode {
  const labels = text.webhooks;
  const path = links.webhook(webhook.id);
  const isEnabled = webhook.disabledReason === null;
  return (
    <>
      <Table
        name="deliveries"
        caption={labels.deliveryCount(list.total, list.totalRelation === 'eq')}
        rows={list.rows}
        empty={labels.noDeliveries}
        columns={[
          {
            label: labels.message,
            cell: ({ type, websiteId }) => {
              const domain = websiteId === null ? undefined : domains.get(websiteId);
              return (
                <>
                  {labels.types[type]}
                  {websiteId !== null && domain !== undefined && (
                    <p class="small">
                      <TextLink href={links.website(websiteId)}>{domain}</TextLink>
                    </p>
                  )}
                </>
              );
            },
          },
          { label: labels.createdAt, cell: ({ createdAt }) => <ShortTime date={createdAt} /> },
          {
            label: labels.state,
            cell: (delivery) => (
              <DeliveryStateText delivery={delivery} isEnabled={isEnabled} now={now} />
            ),
          },
          {
            label: labels.duration,
            cell: ({ durationMs }) => (durationMs === null ? null : text.milliseconds(durationMs)),
          },
          {
            label: labels.again,
            kind: 'action',
            cell: ({ id, type, createdAt, state }) =>
              // A canceled one would be canceled again.
              isEnabled &&
              (state === 'delivered' || state === 'failed') && (
                <form
                  method="post"
                  action={withQuery(`${path}/deliveries/${id}/replay`, { page: pageNumber })}
                >
                  <button
                    type="submit"
                    class="link"
                    aria-label={labels.againNamed(labels.types[type], text.shortTime(createdAt))}
                  >
                    {labels.again}
                  </button>
                </form>
              ),
          },
        ]}
      />
      <Paging
        list={list}
        page={pageNumber}
        href={(page) => `${withQuery(path, { page })}#deliveries`}
      />
    </>
  );
}

const classes: Readonly<Record<DeliveryState, string>> = {
  waiting: 'status',
  delivered: 'status pass',
  failed: 'status fail',
  canceled: 'soft',
};

function DeliveryStateText({
  delivery,
  isEnabled,
  now,
}: {
  delivery: Delivery;
  isEnabled: boolean;
  now: Date;
}): VNode {
  const labels = text.webhooks;
  const { state, attempts, dueAt, httpStatus, error } = delivery;
  return (
    <>
      <span class={classes[state]}>{labels.states[state]}</span>
      <span class="soft small">
        {state === 'delivered' && httpStatus !== null && `, ${labels.status(httpStatus)}`}
        {attempts > 0 &&
          ` · ${state === 'waiting' && attempts <= maxAttempts ? labels.attemptsOf(attempts, maxAttempts) : labels.attempts(attempts)}`}
        {dueAt !== null && (
          <>
            {', '}
            {!isEnabled && labels.untilEnabled}
            {isEnabled && dueAt <= now && labels.due}
            {isEnabled && dueAt > now && (
              <>
                {labels.next} <ShortTime date={dueAt} />
              </>
            )}
          </>
        )}
      </span>
      {error !== null && <p class="reason small">{labels.errors[error](httpStatus)}</p>}
      {state === 'canceled' && <p class="reason small">{labels.canceledText}</p>}
    </>
  );
}
