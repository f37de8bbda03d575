import type { Schema } from './schema.ts';

/** A schema of one type. */
type Typed = Schema & { readonly type: 'integer' | 'number' | 'string' };

/** An id as stores give them. */
export function idSchema(description: string): Typed {
  return {
    description,
    type: 'integer',
    format: 'int64',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
  };
}

/** How many there are of something. */
export function countSchema(description: string, minimum = 0): Typed {
  return {
    description,
    type: 'integer',
    format: 'int64',
    minimum,
    maximum: Number.MAX_SAFE_INTEGER,
  };
}

/** A whole number within bounds. */
export function integerSchema(description: string, minimum: number, maximum: number): Typed {
  return { description, type: 'integer', format: 'int32', minimum, maximum };
}

/** A number that may have a fraction. */
export function numberSchema(description: string, minimum: number, maximum?: number): Typed {
  return {
    description,
    type: 'number',
    format: 'double',
    minimum,
    ...(maximum !== undefined && { maximum }),
  };
}

/** A time as JavaScript's `toISOString` writes it. */
export function timeSchema(description: string): Typed {
  return {
    description: `${description} ISO 8601, UTC, with milliseconds.`,
    type: 'string',
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  };
}
