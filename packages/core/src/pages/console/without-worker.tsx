import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import { english as text } from '../english.ts';

/** Says that jobs and crawls wait, if this process knows that there is no worker. */
export function WithoutWorker({
  context,
}: {
  readonly context: Pick<Context, 'knownWorkers'>;
}): VNode | null {
  if (!context.knownWorkers.areMissing()) return null;
  return <p class="notice">{text.console.withoutWorker}</p>;
}
