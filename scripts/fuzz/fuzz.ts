import { openApiDocument } from '@sitegrade/core/http';
import fc from 'fast-check';
import { type Operation, operationsOf } from './document.ts';
import { anySeed, createOwner, type Keys, type Owner } from './owner.ts';
import type { SentRequest } from './requests.ts';
import { anyScenario, type Session } from './scenarios.ts';
import { type Reply, type Servers, startServers, type storeKinds } from './servers.ts';
import {
  createValidator,
  differencesOf,
  followOwner,
  readObject,
  type Validate,
} from './validate.ts';
import { knownValues } from './values.ts';

/** What to try. */
export interface FuzzOptions {
  /** Send at least this many requests to both servers. */
  readonly requests: number;
  readonly seed: number;
  /** The case to repeat, as a failure names it. */
  readonly path?: string;
  readonly store: (typeof storeKinds)[number];
}

/** How often each operation was answered with each status. */
export type Counts = ReadonlyMap<string, Map<number, number>>;

/** What a run found. */
export interface FuzzOutcome {
  readonly counts: Counts;
  readonly operations: readonly Operation[];
  /** The smallest failing case that was found, and its path. */
  readonly failure: { readonly text: string; readonly path: string } | undefined;
}

/** A response that is wrong, with everything that led to it. */
class FuzzFailure extends Error {
  override readonly name = 'FuzzFailure';
}

const maxScenariosPerOwner = 20;
/** On average an owner sends more requests than this. */
const requestsPerOwner = 5;
/** How long to look for a smaller failing case, in milliseconds. */
const maxShrinkingMs = 20_000;

/**
 * Sends requests that are generated from the OpenAPI document to both adapters, and validates every
 * response. Stops at the first wrong one, and looks for the smallest failing case.
 */
export async function fuzz({ requests, seed, path, store }: FuzzOptions): Promise<FuzzOutcome> {
  const document = openApiDocument();
  const operations = operationsOf(document);
  const validate = createValidator(document);
  const counts: Counts = new Map(operations.map(({ operationId }) => [operationId, new Map()]));
  const servers = await startServers(store);
  try {
    const scenarios = fc.array(anyScenario(operations, knownValues(servers.site)), {
      minLength: 1,
      maxLength: maxScenariosPerOwner,
      size: 'max',
    });
    let failedAt: number | undefined;
    const property = fc.asyncProperty(anySeed, scenarios, async (owned, steps) => {
      if (failedAt === undefined && path === undefined && totalOf(counts) >= requests) return;
      if (failedAt !== undefined && performance.now() - failedAt > maxShrinkingMs) return;
      const owner = await createOwner(servers, owned);
      const session = openSession(servers, owner, operations, validate, counts);
      try {
        for (const step of steps) await step(session);
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

/** How many requests were sent. */
export function totalOf(counts: Counts, isCounted = (_status: number) => true): number {
  return [...counts.values()]
    .flatMap((statuses) => [...statuses])
    .reduce((sum, [status, count]) => sum + (isCounted(status) ? count : 0), 0);
}

interface Exchange {
  readonly request: SentRequest;
  readonly replies: readonly PromiseSettledResult<Reply>[];
}

function openSession(
  servers: Servers,
  owner: Owner,
  operations: readonly Operation[],
  validate: Validate,
  counts: Counts,
): Session {
  const exchanges: Exchange[] = [];
  const fail = (faults: readonly string[]) => {
    throw new FuzzFailure(failureText(exchanges, faults));
  };
  return {
    servers,
    owner,
    operations,
    async exchange(request, ...statuses) {
      servers.clock.now += 1_000;
      const sending = servers.all.map((server, index) =>
        server.send(request, owner.keys[index] as Keys),
      );
      const replies = await Promise.allSettled(sending);
      exchanges.push({ request, replies });
      const expected = statuses.length === 0 ? undefined : statuses;
      const faults = replies.flatMap((one, index) => {
        const name = servers.all[index]?.name;
        const found =
          one.status === 'rejected'
            ? [String(one.reason)]
            : validate(request, one.value, owner, expected);
        return found.map((fault) => `${name}: ${fault}`);
      });
      const [first, second] = replies.map((one) =>
        one.status === 'fulfilled' ? one.value : undefined,
      );
      if (first === undefined || second === undefined) return fail(faults);
      const { target } = request;
      if (target.kind !== 'undecodable path') faults.push(...differencesOf(first, second));
      if (target.kind === 'operation') {
        const line = counts.get(target.operation.operationId);
        line?.set(first.status, (line.get(first.status) ?? 0) + 1);
      }
      if (faults.length === 0) faults.push(...followOwner(request, first, owner));
      collect(first, second, owner);
      return faults.length > 0 ? fail(faults) : first;
    },
    require(holds, rule) {
      if (!holds) fail([rule]);
    },
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

/** What was sent, also as a command, what came back, and what is wrong with it. */
function failureText(exchanges: readonly Exchange[], faults: readonly string[]): string {
  const shown = ({ request, replies }: Exchange) => {
    const statuses = replies.map((one) => (one.status === 'fulfilled' ? one.value.status : 'none'));
    return `  ${request.method} ${cut(request.url)} → ${statuses.join(', ')}`;
  };
  const last = exchanges.at(-1);
  const bodies = last?.replies.map((one) => {
    if (one.status === 'rejected') return String(one.reason);
    const headers = [...one.value.headers].map(([name, value]) => `${name}: ${value}`);
    return cut([`HTTP/1.1 ${one.value.status}`, ...headers, '', one.value.text].join('\n'));
  });
  return [
    'Requests of this owner:',
    ...exchanges.map(shown),
    ...(last ? ['', cut(curlOf(last.request)), '', ...(bodies ?? [])] : []),
    '',
    'Wrong:',
    ...faults.map((fault) => `- ${cut(fault)}`),
  ].join('\n');
}

/** The request for a shell that has the server's URL in `$SERVER` and a key in `$KEY`. */
function curlOf({ method, url, headers, body, authorization }: SentRequest): string {
  const quote = (text: string) =>
    `$'${text.replace(/[^\x20-\x7e]|[\\']/g, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`;
  const keys = { good: '$KEY', revoked: '$REVOKED_KEY', expired: '$EXPIRED_KEY' };
  return [
    `curl -i --path-as-is --globoff -X ${method}`,
    ...authorization(keys).map((value) => `-H "Authorization: ${value}"`),
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body ? [`--data-binary ${quote(Buffer.from(body.bytes).toString('latin1'))}`] : []),
    `"$SERVER"${quote(url)}`,
  ].join(' ');
}

function cut(text: string): string {
  return text.length <= 1_500 ? text : `${text.slice(0, 1_500)}… (${text.length} characters)`;
}
