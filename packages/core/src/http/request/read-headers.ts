import type { IncomingMessage } from 'node:http';
import type { Fields } from './field.ts';
import type { Entries } from './form.ts';
import { headerValues } from './request.ts';

/** The values of the header fields, as sent. The lines of a list header are joined to one value. */
export function readHeaders(fields: Fields, incoming: IncomingMessage): Entries {
  const entries = new Map<string, readonly string[]>();
  for (const [name, { isList }] of Object.entries(fields)) {
    const values = headerValues(incoming, name.toLowerCase());
    if (values.length === 0) continue;
    entries.set(name, isList ? [values.join(',')] : values);
  }
  return entries;
}
