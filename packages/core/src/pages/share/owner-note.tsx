import type { VNode } from 'preact';
import type { Privacy } from '../../store/website.ts';
import { english as text } from '../english.ts';

/** Shows the owner who else can see the page. */
export function OwnerNote({ privacy }: { readonly privacy: Privacy }): VNode | null {
  if (privacy === 'public') return null;
  return (
    <p class="owner-only">
      {privacy === 'private' ? text.report.ownerOnly : text.report.withPassword}
    </p>
  );
}
