import type { ComponentChildren, VNode } from 'preact';
import { english as text } from '../english.ts';

/**
 * The part of a page that the script keeps up to date while work is in progress. A link does the same without
 * scripts.
 */
export function Live({
  isActive,
  href,
  children,
}: {
  /** Whether anything may still change. */
  readonly isActive: boolean;
  /** The path of the page itself. */
  readonly href: string;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <>
      {isActive && (
        <p class="refresh soft" data-refresh="">
          {text.jobs.refreshText} <a href={href}>{text.jobs.refresh}</a>
        </p>
      )}
      <div id="live" data-live={isActive ? '' : undefined} tabIndex={-1}>
        {children}
      </div>
    </>
  );
}
