import type { ComponentChildren, VNode } from 'preact';
import { english as text } from '../english.ts';
import { ConsoleLayout } from './console-layout.tsx';
import type { ConsoleContext } from './owner-page.tsx';

/** Asks before a step that cannot be undone. The form is sent to the page's own path. */
export function ConfirmPage({
  page,
  title,
  action,
  verb,
  cancel,
  keep = text.console.cancel,
  children,
}: {
  readonly page: ConsoleContext;
  readonly title: string;
  readonly action: string;
  /** The label of the button. */
  readonly verb: string;
  /** The page to return to. */
  readonly cancel: string;
  /** The label of the link that returns. Default: “Cancel”. */
  readonly keep?: string;
  /** What is lost. */
  readonly children: ComponentChildren;
}): VNode {
  return (
    <ConsoleLayout page={page} title={title}>
      <section class="message">
        <h1>{title}</h1>
        {children}
        <form method="post" action={action}>
          <div class="actions">
            <button type="submit" class="danger">
              {verb}
            </button>
            <a class="button plain" href={cancel}>
              {keep}
            </a>
          </div>
        </form>
      </section>
    </ConsoleLayout>
  );
}
