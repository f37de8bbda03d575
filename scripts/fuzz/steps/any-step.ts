import fc from 'fast-check';
import { anyRequest } from '../arbitraries/any-request.ts';
import type { KnownValues } from '../arbitraries/known-values.ts';
import { soundRequest } from '../arbitraries/sound-request.ts';
import type { DocumentedOperation } from '../document/documented-operation.ts';
import type { RequestPlan } from '../request/request-plan.ts';
import { type SentRequest, settle } from '../request/sent-request.ts';
import { crowd } from './crowd.ts';
import { deleteRecord } from './delete-record.ts';
import { failStore } from './fail-store.ts';
import { repeatCreate } from './repeat-create.ts';
import { pathOf } from './requests.ts';
import { revalidate } from './revalidate.ts';
import type { Session } from './session.ts';
import { updateWebsite } from './update-website.ts';
import { walkListing } from './walk-listing.ts';

/** Something that an owner does: a request, or a few that belong together. */
export type Step = (session: Session) => Promise<void>;

/** Everything that an owner may do. */
export function anyStep(
  operations: readonly DocumentedOperation[],
  known: KnownValues,
): fc.Arbitrary<Step> {
  const lists = operations.filter(({ method, template }) => method === 'GET' && !hasId(template));
  const shows = operations.filter(({ method, template }) => method === 'GET' && hasId(template));
  const updates = operations.filter(({ method }) => method === 'PUT' || method === 'PATCH');
  const deletes = operations.filter(({ method }) => method === 'DELETE');
  const creates = operations.filter(({ method }) => method === 'POST');
  const which = fc.nat({ max: 7 });

  return fc.oneof(
    {
      weight: 120,
      arbitrary: anyRequest(operations, known).map(
        (plan): Step =>
          (session) =>
            send(session, plan),
      ),
    },
    {
      weight: 8,
      arbitrary: fc
        .constantFrom(...lists)
        .chain((list) => soundRequest(list, known))
        .map(
          (plan): Step =>
            (session) =>
              walkListing(session, fromTheStart(session, plan)),
        ),
    },
    {
      weight: 4,
      arbitrary: onRecord(shows, which, (session, show, id) =>
        revalidate(session, pathOf(show, id)),
      ),
    },
    {
      weight: 4,
      arbitrary: fc
        .constantFrom('0', '1')
        .chain((privacy) =>
          onRecord(updates, which, (session, update, id) =>
            updateWebsite(session, update, id, privacy),
          ),
        ),
    },
    { weight: 4, arbitrary: onRecord(deletes, which, deleteRecord) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.constantFrom(...operations).chain((operation) => soundRequest(operation, known)),
          fc.constantFrom(500, 503),
        )
        .map(
          ([plan, status]): Step =>
            (session) =>
              failStore(session, settled(session, { ...plan, headers: [] }), status),
        ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...creates), fc.uuid()).map(
        ([create, key]): Step =>
          (session) =>
            crowd(session, create, key),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom(...creates), fc.uuid()).map(
        ([create, key]): Step =>
          (session) =>
            repeatCreate(session, create, key),
      ),
    },
  );
}

function hasId(template: string): boolean {
  return template.includes('{');
}

async function send(session: Session, plan: RequestPlan): Promise<void> {
  await session.exchange(settled(session, plan));
}

function settled({ operations, world }: Session, plan: RequestPlan): SentRequest {
  return settle(plan, operations, world);
}

/** The first page of a listing, of ten rows, so that there are pages to turn. */
function fromTheStart(session: Session, plan: RequestPlan): SentRequest {
  const style = 'few escapes';
  const kept = plan.pairs.filter(({ name }) => name !== 'page' && name !== 'per_page');
  const pairs = [...kept, { name: 'per_page', value: '10', style } as const];
  return settled(session, { ...plan, pairs });
}

/** Does something to one of the owner's records; nothing where there is none. */
function onRecord(
  operations: readonly DocumentedOperation[],
  which: fc.Arbitrary<number>,
  act: (session: Session, operation: DocumentedOperation, id: number) => Promise<void>,
): fc.Arbitrary<Step> {
  return fc
    .tuple(fc.constantFrom(...operations), which)
    .map(([operation, place]) => async (session) => {
      const { model } = session.world;
      const kind = operation.template.includes('/websites') ? 'websites' : 'reports';
      const ids = [...model[kind].keys()];
      const id = ids[place % Math.max(1, ids.length)];
      if (id !== undefined) await act(session, operation, id);
    });
}
