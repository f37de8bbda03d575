import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import { english as text } from '../english.ts';

/** Says that jobs and crawls wait, or what the sentence says, if this process knows that there is no worker. */
export function WithoutWorker({
  context,
  sentence = text.console.withoutWorker,
}: {
  readonly context: Pick<Context, 'knownWorkers'>;
  readonly sentence?: string;
}): VNode | null {
  if (!context.knownWorkers.areMissing()) return null;
  return <p class="notice">{sentence}</p>;
}
