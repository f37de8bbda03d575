import type { DocumentedOperation } from '../document/documented-operation.ts';
import { compareTwins } from '../judge/compare-twins.ts';
import { followModel } from '../judge/follow-model.ts';
import type { ReplyJudge } from '../judge/judge-reply.ts';
import { readObject } from '../judge/read-object.ts';
import type { Counts } from '../report/counts.ts';
import type { SentRequest } from '../request/sent-request.ts';
import { writeRequest } from '../request/write-request.ts';
import type { Twin, Twins } from '../servers/start-twins.ts';
import type { Reply } from '../wire/parse-reply.ts';
import type { World } from '../world/world.ts';
import { type Exchange, FuzzFailure } from './fuzz-failure.ts';

/** What requests of one owner are sent through. */
export interface Session {
  readonly twins: Twins;
  readonly world: World;
  readonly operations: readonly DocumentedOperation[];
  /**
   * Sends a request to both servers and judges what they answer, each by itself and one by the
   * other.
   *
   * @param statuses The only right ones, where that is known; else they are foreseen.
   * @returns the answer of the first.
   * @throws FuzzFailure where anything is wrong with it.
   */
  exchange(request: SentRequest, statuses?: readonly number[]): Promise<Reply>;
  /** The same over connections of their own, beside other requests. */
  exchangeBeside(request: SentRequest, statuses: readonly number[]): Promise<Reply>;
  /** @throws FuzzFailure with all that was sent so far, where the rule does not hold. */
  require(holds: boolean, rule: string): void;
}

/** Opens a session; every answer is counted. */
export function openSession(
  twins: Twins,
  world: World,
  operations: readonly DocumentedOperation[],
  judge: ReplyJudge,
  counts: Counts,
): Session {
  const exchanges: Exchange[] = [];

  const send = async (
    request: SentRequest,
    statuses: readonly number[] | undefined,
    connectionOf: (twin: Twin) => Twin['connection'],
  ): Promise<Reply> => {
    twins.clock.now += 1_000;
    const sending = twins.all.map(async (twin, place) => {
      const keys = world.keys[place];
      if (keys === undefined) throw new Error(`${twin.name} gave no keys`);
      const bytes = writeRequest(request, keys);
      return connectionOf(twin).send(bytes, request.method);
    });
    const settled = await Promise.allSettled(sending);
    const exchange: Exchange = { request, outcomes: settled };
    exchanges.push(exchange);

    const replies = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const faults = settled.flatMap((one, place) => {
      const name = twins.all[place]?.name ?? '';
      if (one.status === 'rejected') return [`${name}: ${String(one.reason)}`];
      return judge.judge(request, one.value, world, statuses).map((fault) => `${name}: ${fault}`);
    });
    const [first, second] = replies;
    if (first && second && request.meaning.kind !== 'undecodable path') {
      faults.push(...compareTwins(first, second));
    }
    if (first) {
      counts.add(request, first.status);
      if (faults.length === 0) faults.push(...followModel(request, first, world.model));
    }
    if (first && second) gather(first, second, world);
    if (faults.length > 0 || first === undefined) throw new FuzzFailure(exchanges, faults);
    return first;
  };

  return {
    twins,
    world,
    operations,
    exchange: (request, statuses) => send(request, statuses, ({ connection }) => connection),
    exchangeBeside: (request, statuses) => send(request, statuses, ({ spare }) => spare),
    require(holds, rule) {
      if (!holds) throw new FuzzFailure(exchanges, [rule]);
    },
  };
}

/** Keeps what later requests may refer to: of tags those that mean the same on both servers. */
function gather({ headers, text }: Reply, second: Reply, { seen }: World): void {
  const etag = headers.get('etag');
  if (etag !== null && etag === second.headers.get('etag')) seen.etags.push(etag);
  const links = readObject(text)?.links as Readonly<Record<string, string | null>> | undefined;
  for (const url of [links?.next, links?.prev]) {
    const cursor = url && new URL(url).searchParams.get('cursor');
    if (cursor) seen.cursors.push(cursor);
  }
}
