import type { ComponentChildren, VNode } from 'preact';
import type { ParamKinds, ParamValues } from '../../http/request/path-params.ts';
import { PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import type { Page } from '../page-route.ts';
import { seeOther } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { pathOf } from './next-path.ts';
import { type ConsoleContext, type OwnerRequest, ownerPage } from './owner-page.tsx';
import { type Step, stepPage } from './post-page.ts';

/** What owners confirm before it happens, because it cannot be undone: a deletion, for example. */
interface ConfirmedStep<Params extends ParamKinds>
  extends Pick<Step<Params>, 'params' | 'summary' | 'take' | 'respond'> {
  readonly path: `/${string}`;
  /** The operation id of the step, without `console`: `CancelJob`. */
  readonly operation: string;
  /** The summary of the page that asks. */
  readonly askSummary: string;
  readonly title: string;
  /** The label of the button. Default: the title. */
  readonly verb?: string;
  /** The label of the link that returns. Default: “Cancel”. */
  readonly keep?: string;
  /** The page to return to. */
  readonly back: (links: Links, params: ParamValues<Params>) => string;
  /** What is lost; `null` if there is nothing to do any more, which leads back. A text becomes a paragraph. */
  readonly lost: (
    request: OwnerRequest<Params>,
    page: ConsoleContext,
  ) => Promise<ComponentChildren | null>;
}

/** The page that asks before a step that cannot be undone, and the one that its form is sent to: the same path. */
export function confirmedStep<const Params extends ParamKinds = { readonly id: 'number' }>({
  path,
  params = { id: 'number' } as ParamKinds as Params,
  operation,
  summary,
  askSummary,
  lost,
  take,
  respond,
  back,
  ...labels
}: ConfirmedStep<Params>): readonly [Page, Page] {
  return [
    ownerPage({
      path,
      params,
      operationId: `consoleConfirm${operation}`,
      summary: askSummary,
      async respond(request, page) {
        const content = await lost(request, page);
        const cancel = back(page.links, request.params);
        if (content === null) return seeOther(cancel);
        const action = page.links.consolePage(pathOf(path, request.params));
        return (
          <ConfirmPage page={page} action={action} cancel={cancel} {...labels}>
            {typeof content === 'string' ? (
              <p>
                <PageText>{content}</PageText>
              </p>
            ) : (
              content
            )}
          </ConfirmPage>
        );
      },
    }),
    stepPage({ path, params, operationId: `console${operation}`, summary, take, respond }),
  ];
}

/** The page that asks before a step that cannot be undone. */
function ConfirmPage({
  page,
  title,
  action,
  verb = title,
  cancel,
  keep = text.console.cancel,
  children,
}: Pick<ConfirmedStep<ParamKinds>, 'title' | 'verb' | 'keep'> & {
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
