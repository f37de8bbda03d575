import type { Schema } from './schema.ts';

/** A schema of one type. */
type Typed = Schema & { readonly type: 'integer' | 'number' | 'string' };

/** The id of a record. */
export function idSchema(description: string): Typed {
  return {
    description,
    type: 'integer',
    format: 'int64',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
  };
}

/** A count. */
export function countSchema(description: string, minimum = 0): Typed {
  return {
    description,
    type: 'integer',
    format: 'int64',
    minimum,
    maximum: Number.MAX_SAFE_INTEGER,
  };
}

/** An integer in a range. */
export function integerSchema(description: string, minimum: number, maximum: number): Typed {
  return { description, type: 'integer', format: 'int32', minimum, maximum };
}

/** A number with a fraction. */
export function numberSchema(description: string, minimum: number, maximum?: number): Typed {
  return {
    description,
    type: 'number',
    format: 'double',
    minimum,
    ...(maximum !== undefined && { maximum }),
  };
}

/** A timestamp in the format of `toISOString`. */
export function dateTimeSchema(description: string): Typed {
  return {
    description: `${description} ISO 8601, UTC, with milliseconds.`,
    type: 'string',
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  };
}
