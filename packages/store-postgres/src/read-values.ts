import pg from 'pg';
import type { HostQuery } from './host-pool.ts';

/** Types by the number that Postgres gives them. */
const bool = 16;
const bytea = 17;
const wholeNumbers = new Set([20, 21, 23]);

/**
 * How values are read. Of pg's own readers none is used but the one for bytes: it gives counts as
 * texts, and a host may have replaced any.
 */
export const readValues: NonNullable<HostQuery['types']> = {
  getTypeParser(type) {
    if (wholeNumbers.has(type)) return Number;
    if (type === bool) return (value) => value === 't';
    if (type === bytea) return pg.types.getTypeParser(bytea);
    return (value) => value;
  },
};
