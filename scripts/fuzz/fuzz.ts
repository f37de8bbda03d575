import { openApiDocument } from '@sitegrade/core/http';
import fc from 'fast-check';
import { knownValues } from './arbitraries/known-values.ts';
import { type DocumentedOperation, documentedOperations } from './document/documented-operation.ts';
import { createReplyJudge } from './judge/judge-reply.ts';
import { type Counts, startCounts } from './report/counts.ts';
import { startTwins } from './servers/start-twins.ts';
import type { StoreKind } from './servers/store-kind.ts';
import { anyStep } from './steps/any-step.ts';
import { FuzzFailure } from './steps/fuzz-failure.ts';
import { openSession } from './steps/session.ts';
import { anySeed } from './world/seed.ts';
import { makeWorld } from './world/world.ts';

/** What to try. */
export interface FuzzOptions {
  /** At least so many requests, each of them to both servers. */
  readonly requests: number;
  readonly seed: number;
  /** Where in what the seed makes to go at once: a failure names it. */
  readonly path?: string;
  readonly store: StoreKind;
}

/** What came of it. */
export interface FuzzOutcome {
  readonly counts: Counts;
  readonly operations: readonly DocumentedOperation[];
  /** The smallest case that was found to fail; `undefined` where all is well. */
  readonly failure: { readonly error: FuzzFailure; readonly path: string } | undefined;
}

/** Steps that one owner takes at most, before another comes. */
const stepsPerOwner = 20;

/** How long a smaller case of a failure is looked for, in milliseconds. */
const maxShrinkingMs = 20_000;

/** Owners to get ready for: on the average one sends more requests than this. */
const requestsPerOwner = 5;

/**
 * Sends requests that are made from the API's OpenAPI document to both adapters, and holds every
 * answer against the document. Stops at the first that is wrong, and looks for the smallest case of it.
 */
export async function fuzz({ requests, seed, path, store }: FuzzOptions): Promise<FuzzOutcome> {
  const document = openApiDocument();
  const operations = documentedOperations(document);
  const judge = createReplyJudge(document);
  const counts = startCounts(operations);
  const twins = await startTwins(store);
  try {
    const steps = fc.array(anyStep(operations, knownValues(twins.site)), {
      minLength: 1,
      maxLength: stepsPerOwner,
      size: 'max',
    });
    let firstFailureAt: number | undefined;
    const property = fc.asyncProperty(anySeed, steps, async (sown, taken) => {
      if (firstFailureAt === undefined) {
        if (counts.total() >= requests && path === undefined) return;
      } else if (performance.now() - firstFailureAt > maxShrinkingMs) return;
      const world = await makeWorld(twins, sown);
      const session = openSession(twins, world, operations, judge, counts);
      try {
        for (const step of taken) await step(session);
      } catch (error) {
        firstFailureAt ??= performance.now();
        throw error;
      }
    });
    const result = await fc.check(property, {
      seed,
      ...(path === undefined
        ? { numRuns: Math.ceil(requests / requestsPerOwner) }
        : { path, numRuns: 1, endOnFailure: true }),
    });
    return { counts, operations, failure: failureOf(result) };
  } finally {
    await twins.close();
  }
}

function failureOf<Case>(result: fc.RunDetails<Case>): FuzzOutcome['failure'] {
  if (!result.failed) return undefined;
  const { errorInstance, counterexamplePath } = result;
  if (errorInstance instanceof FuzzFailure) {
    return { error: errorInstance, path: counterexamplePath ?? '' };
  }
  // A mistake of the fuzzer itself.
  throw errorInstance ?? new Error('The run was interrupted.');
}
