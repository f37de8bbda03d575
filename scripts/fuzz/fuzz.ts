import { openApiDocument } from '@sitegrade/core/http';
import fc from 'fast-check';
import { type Operation, operationsOf } from './document.ts';
import { anySeed, createOwner, type Owner } from './owner.ts';
import { anyRequest, type SentRequest } from './requests.ts';
import { type Reply, type Servers, startServers } from './servers.ts';
import {
  createValidator,
  differencesOf,
  followOwner,
  readObject,
  type Validate,
} from './validate.ts';
import { choicesOf } from './values.ts';

/** Options of {@link fuzz}. */
interface FuzzOptions {
  /** Send at least this many requests to both servers. */
  readonly requests: number;
  readonly seed: number;
  /** The case to repeat, as a failure names it. */
  readonly path?: string;
}

/** Number of responses by operation and status. */
type Counts = ReadonlyMap<string, Map<number, number>>;

/** The result of a run. */
interface FuzzOutcome {
  readonly counts: Counts;
  readonly operations: readonly Operation[];
  /** The smallest failing case that was found, and its path. */
  readonly failure: { readonly text: string; readonly path: string } | undefined;
}

/** A wrong response, with the requests before it. */
class FuzzFailure extends Error {
  override readonly name = 'FuzzFailure';
}

const maxStepsPerOwner = 20;
/** On average an owner sends more requests than this. */
const requestsPerOwner = 5;
/** How long to look for a smaller failing case, in milliseconds. */
const maxShrinkingMs = 20_000;

/**
 * Sends requests that are generated from the OpenAPI document to both adapters, and validates every
 * response. Stops at the first wrong one, and looks for the smallest failing case.
 */
export async function fuzz({ requests, seed, path }: FuzzOptions): Promise<FuzzOutcome> {
  const document = openApiDocument();
  const operations = operationsOf(document);
  const validate = createValidator(document);
  const counts: Counts = new Map(operations.map(({ operationId }) => [operationId, new Map()]));
  const servers = await startServers();
  try {
    const steps = fc.array(fc.noShrink(fc.noBias(fc.nat())), {
      minLength: 1,
      maxLength: maxStepsPerOwner,
      size: 'max',
    });
    let failedAt: number | undefined;
    const property = fc.asyncProperty(anySeed, steps, async (owned, taken) => {
      if (failedAt === undefined && path === undefined && totalOf(counts) >= requests) return;
      if (failedAt !== undefined && performance.now() - failedAt > maxShrinkingMs) return;
      const owner = await createOwner(servers, owned);
      const exchange = createExchange(servers, owner, validate, counts);
      try {
        for (const choices of taken.map(choicesOf)) {
          await exchange(anyRequest(choices, operations, { owner, site: servers.site }));
        }
      } catch (error) {
        failedAt ??= performance.now();
        throw error;
      }
    });
    const { failed, errorInstance, counterexamplePath } = await fc.check(property, {
      seed,
      ...(path === undefined
        ? { numRuns: Math.ceil(requests / requestsPerOwner) }
        : { path, numRuns: 1, endOnFailure: true }),
    });
    if (!failed) return { counts, operations, failure: undefined };
    // Anything else is a mistake of the fuzzer.
    if (!(errorInstance instanceof FuzzFailure)) throw errorInstance;
    const failure = { text: errorInstance.message, path: counterexamplePath ?? '' };
    return { counts, operations, failure };
  } finally {
    await servers.close();
  }
}

/** Number of requests. */
export function totalOf(counts: Counts, isCounted = (_status: number) => true): number {
  return [...counts.values()]
    .flatMap((statuses) => [...statuses])
    .reduce((sum, [status, count]) => sum + (isCounted(status) ? count : 0), 0);
}

/**
 * Creates a function that sends a request of an owner to both servers, and validates both responses, also
 * against each other. It throws a `FuzzFailure` if anything is wrong.
 */
function createExchange(
  { all, clock }: Servers,
  owner: Owner,
  validate: Validate,
  counts: Counts,
): (request: SentRequest) => Promise<void> {
  const sent: string[] = [];
  const failIfAny = (faults: readonly string[]): void => {
    if (faults.length === 0) return;
    const shown = ['Requests of this owner:', ...sent, '', 'Wrong:', ...faults.map(excerptOf)];
    throw new FuzzFailure(shown.join('\n- '));
  };
  return async (request) => {
    clock.now += 1_000;
    const sending = all.map((server, index) => server.send(request, owner.keys[index] ?? ''));
    const replies = await Promise.allSettled(sending);
    sent.push(shownExchange(request, replies));
    const faults = replies.flatMap((reply, index) => {
      const found =
        reply.status === 'rejected'
          ? [String(reply.reason)]
          : validate(request, reply.value, owner);
      return found.map((fault) => `${all[index]?.name}: ${fault}`);
    });
    const [first, second] = replies.map((reply) => ('value' in reply ? reply.value : undefined));
    if (first === undefined || second === undefined) return failIfAny(faults);
    const { target } = request;
    if (target.kind !== 'host') faults.push(...differencesOf(first, second));
    if (target.kind === 'operation') {
      const line = counts.get(target.operation.operationId);
      line?.set(first.status, (line.get(first.status) ?? 0) + 1);
    }
    if (faults.length === 0) faults.push(...followOwner(request, first, owner));
    collect(first, second, owner);
    failIfAny(faults);
  };
}

/** Keeps cursors and tags for later requests; only tags that are the same on both servers. */
function collect({ headers, text }: Reply, second: Reply, owner: Owner): void {
  const etag = headers.get('etag');
  if (etag !== null && etag === second.headers.get('etag')) owner.etags.push(etag);
  const links = readObject(text)?.links as Readonly<Record<string, string | null>> | undefined;
  for (const url of [links?.next, links?.prev]) {
    const cursor = url && new URL(url).searchParams.get('cursor');
    if (cursor) owner.cursors.push(cursor);
  }
}

/** What was sent, except the key, and what came back. */
function shownExchange(
  { method, url, headers, body }: SentRequest,
  replies: readonly PromiseSettledResult<Reply>[],
): string {
  const sent = Buffer.from(body?.bytes ?? []).toString('latin1');
  const received = replies.map((reply) =>
    'value' in reply ? `${reply.value.status} ${reply.value.text}` : String(reply.reason),
  );
  const parts = [`${method} ${url}`, JSON.stringify(headers), JSON.stringify(sent), ...received];
  return parts.map(excerptOf).join('\n  ');
}

function excerptOf(text: string): string {
  return text.length <= 1_500 ? text : `${text.slice(0, 1_500)}… (${text.length} characters)`;
}
