import type { VNode } from 'preact';
import { english as text } from '../english.ts';

/** A point in time, in UTC. */
export function Time({ date }: { readonly date: Date }): VNode {
  return <time dateTime={date.toISOString()}>{text.dateTime(date)}</time>;
}

/** A point in time in a table, in UTC: reports of the same day differ. */
export function ShortTime({ date }: { readonly date: Date }): VNode {
  return <time dateTime={date.toISOString()}>{text.shortTime(date)}</time>;
}

/** The day of a point in time, in UTC. */
export function Day({ date }: { readonly date: Date }): VNode {
  return <time dateTime={date.toISOString()}>{text.day(date)}</time>;
}
