import fc from 'fast-check';
import type { DocumentedOperation } from '../document/documented-operation.ts';
import { encodePair } from '../request/encode-pair.ts';
import type { RequestPlan } from '../request/request-plan.ts';
import { anyDefect } from './defects.ts';
import type { KnownValues } from './known-values.ts';
import { soundRequest } from './sound-request.ts';

/**
 * Any request to one of the operations: sound in about half of all cases, else with one or two
 * defects, so that what is behind the first refusal is reached too.
 */
export function anyRequest(
  operations: readonly DocumentedOperation[],
  known: KnownValues,
): fc.Arbitrary<RequestPlan> {
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: weightOf(operation),
      arbitrary: fc
        .tuple(
          soundRequest(operation, known),
          fc.oneof(
            { weight: 5, arbitrary: fc.constant([]) },
            { weight: 4, arbitrary: fc.array(anyDefect(operation, known), one) },
            { weight: 1, arbitrary: fc.array(anyDefect(operation, known), two) },
          ),
        )
        .map(([sound, defects]) => defects.reduce((plan, defect) => defect(plan), sound))
        .filter(fitsIntoHead),
    })),
  );
}

const one = { minLength: 1, maxLength: 1 };
const two = { minLength: 1, maxLength: 2, size: 'max' } as const;

/** Beyond 16 KB of head Node answers before any framework is asked. References are short. */
function fitsIntoHead({ pairs, headers }: RequestPlan): boolean {
  const sent = [...pairs.map(({ name, value }) => [name, value] as const), ...headers];
  const lengths = sent.map(([name, value]) =>
    typeof value === 'string' ? encodePair(name, value, 'all escaped').length : 0,
  );
  return lengths.reduce((sum, length) => sum + length, 0) < 10_000;
}

/** Reports take time to make, and what is deleted is not there to be asked for. */
function weightOf({ method }: DocumentedOperation): number {
  if (method === 'GET') return 8;
  return method === 'DELETE' || method === 'POST' ? 3 : 4;
}
