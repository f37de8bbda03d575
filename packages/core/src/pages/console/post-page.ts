import type { Entries } from '../../http/request/form.ts';
import type { ParamKinds } from '../../http/request/path-params.ts';
import type { ApiResponse } from '../../http/response/response.ts';
import type { Page } from '../page-route.ts';
import { seeOther } from '../respond.ts';
import { type RefusedForm, refusalOf } from './form.ts';
import {
  type ConsoleContext,
  type OwnerRequest,
  ownerPage,
  type Responded,
  responseOf,
} from './owner-page.tsx';

/** What a button does: a form without fields. */
export interface Step<Params extends ParamKinds> extends Pick<Page<Params>, 'path' | 'params'> {
  readonly operationId: string;
  readonly summary: string;
  /** Does it. Returns the path of the page that follows, or the page itself if it shows a secret once. */
  readonly take: (
    request: OwnerRequest<Params>,
    page: ConsoleContext,
    sent: Entries,
  ) => Promise<string | Responded>;
  /** Shows the page with what is wrong. Without it there is the page for errors. */
  readonly respond?: Respond<Params> | undefined;
}

type Respond<Params extends ParamKinds> = (
  request: OwnerRequest<Params>,
  page: ConsoleContext,
  refused?: RefusedForm,
) => Promise<Responded>;

/** A page with a form, which is sent to the same path. */
interface FormPages<Params extends ParamKinds>
  extends Pick<Step<Params>, 'path' | 'params' | 'take'> {
  readonly show: Pick<Page, 'operationId' | 'summary'>;
  readonly send: Pick<Page, 'operationId' | 'summary' | 'bodyLimit'>;
  /** The names of the fields. What is about none of them, such as a quota, is shown at the first. */
  readonly fields: readonly [string, ...(readonly string[])];
  /** Shows the page, with the form as it was sent if it is refused. */
  readonly respond: Respond<Params>;
}

/** The field of what is wrong with a step. */
const stepFields = ['step'] as const;

/** What the button of a page does. What is wrong is shown on that page, with the field `step`. */
export function stepPage<const Params extends ParamKinds = Record<never, never>>(
  step: Step<Params>,
): Page {
  return postPage(step, stepFields, async () => new Map());
}

/** The page with a form, and the one that it is sent to: the same path. Errors appear at their fields. */
export function formPages<const Params extends ParamKinds = Record<never, never>>({
  show,
  send,
  fields,
  ...form
}: FormPages<Params>): readonly [Page, Page] {
  const { path, params, respond } = form;
  return [
    ownerPage<Params>({
      ...show,
      ...(params && { params }),
      path,
      method: 'GET',
      respond: (request, page) => respond(request, page),
    }),
    postPage({ ...form, ...send }, fields, (request) => request.form()),
  ];
}

/** The response with a page that shows what is refused. */
export function refusedResponse({ status, headers }: RefusedForm, page: Responded): ApiResponse {
  const shown = responseOf(page);
  return { ...shown, status, headers: { ...shown.headers, ...headers } };
}

function postPage<Params extends ParamKinds>(
  { take, respond, ...page }: Step<Params>,
  fields: FormPages<Params>['fields'],
  formOf: (request: OwnerRequest<Params>) => Promise<Entries>,
): Page {
  return ownerPage<Params>({
    ...page,
    method: 'POST',
    async respond(request, context) {
      const sent = await formOf(request);
      try {
        const next = await take(request, context, sent);
        return typeof next === 'string' ? seeOther(next) : next;
      } catch (error) {
        if (respond === undefined) throw error;
        const refused = refusalOf(error, fields, sent);
        return refusedResponse(refused, await respond(request, context, refused));
      }
    },
  });
}
