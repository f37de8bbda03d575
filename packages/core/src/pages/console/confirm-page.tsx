import type { ComponentChildren, VNode } from 'preact';
import type { ApiResponse } from '../../http/response/response.ts';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import type { Page } from '../page-route.ts';
import { pageResponse, seeOther } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { type ConsoleContext, type OwnerRequest, ownerPage } from './owner-page.tsx';

/** What owners confirm before it happens, because it cannot be undone: a deletion, for example. */
interface ConfirmedStep {
  readonly path: `/${string}/:id/${string}`;
  /** The operation id of the step, without `console`: `CancelJob`. */
  readonly operation: string;
  readonly summary: string;
  /** The summary of the page that asks. */
  readonly askSummary: string;
  readonly title: string;
  /** The label of the button. Default: the title. */
  readonly verb?: string;
  /** The label of the link that returns. Default: “Cancel”. */
  readonly keep?: string;
  /** The page to return to. */
  readonly back: (links: Links, id: number) => string;
  /** What is lost; `null` if there is nothing to do any more, which leads back. */
  readonly lost: (request: StepRequest, page: ConsoleContext) => Promise<ComponentChildren | null>;
  /** Takes the step. Returns the path of the page that follows, or the page itself if it shows a secret once. */
  readonly take: (request: StepRequest, page: ConsoleContext) => Promise<string | ApiResponse>;
}

type StepRequest = OwnerRequest<{ readonly id: 'number' }>;

/** The page that asks before a step that cannot be undone, and the one that its form is sent to: the same path. */
export function confirmedStep({
  path,
  operation,
  summary,
  askSummary,
  lost,
  take,
  back,
  ...labels
}: ConfirmedStep): readonly [Page, Page] {
  const params = { id: 'number' } as const;
  return [
    ownerPage({
      method: 'GET',
      path,
      params,
      operationId: `consoleConfirm${operation}`,
      summary: askSummary,
      async respond(request, page) {
        const { id } = request.params;
        const content = await lost(request, page);
        const cancel = back(page.links, id);
        if (content === null) return seeOther(cancel);
        const action = page.links.consolePage(path.replace(':id', String(id)) as `/${string}`);
        return pageResponse(
          200,
          <ConfirmPage page={page} action={action} cancel={cancel} {...labels}>
            {content}
          </ConfirmPage>,
        );
      },
    }),
    ownerPage({
      method: 'POST',
      path,
      params,
      operationId: `console${operation}`,
      summary,
      async respond(request, page) {
        const next = await take(request, page);
        return typeof next === 'string' ? seeOther(next) : next;
      },
    }),
  ];
}

/** The page that asks before a step that cannot be undone. */
export function ConfirmPage({
  page,
  title,
  action,
  verb = title,
  cancel,
  keep = text.console.cancel,
  children,
}: Pick<ConfirmedStep, 'title' | 'verb' | 'keep'> & {
  readonly page: ConsoleContext;
  readonly action: string;
  /** The page to return to. */
  readonly cancel: string;
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
