import type { VNode } from 'preact';
import type { Website } from '../../store/website.ts';
import { english as text } from '../english.ts';

/** Says since when the site of a website has not responded. Nothing if it responds. */
export function Unreachable({
  website: { unreachableSince },
}: {
  readonly website: Pick<Website, 'unreachableSince'>;
}): VNode | null {
  if (unreachableSince === null) return null;
  return (
    <p class="notice unreachable">{text.website.unreachable(text.dateTime(unreachableSince))}</p>
  );
}
