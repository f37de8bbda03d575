import { isSitegradeError } from '@sitegrade/foundation/errors';
import { isValidElement, type VNode } from 'preact';
import { authenticationRequired } from '../../http/request/owner.ts';
import type { ParamKinds } from '../../http/request/path-params.ts';
import type { ApiResponse } from '../../http/response/response.ts';
import type { PageRequest } from '../../http/route.ts';
import type { ApiKey } from '../../store/api-key.ts';
import { withBrand } from '../brand.ts';
import { errorResponse } from '../error-page.tsx';
import type { PageContext } from '../layout.tsx';
import { definePage, type Page } from '../page-route.ts';
import { pageResponse, seeOther } from '../respond.ts';
import { currentSession } from '../session-cookie.ts';
import { doneOf } from './done.ts';
import { nextQuery } from './next-path.ts';

/** A request of an owner, who is logged in to the host or has signed in with an API key. */
export interface OwnerRequest<Params extends ParamKinds = ParamKinds> extends PageRequest<Params> {
  readonly ownerId: string;
  /** The key that the owner has signed in with. `undefined` with the login of the host. */
  readonly apiKey: ApiKey | undefined;
  readonly query: URLSearchParams;
}

/** What the pages of the console are drawn with. */
export interface ConsoleContext extends PageContext {
  /** Whether there is a session to sign out of. */
  readonly isSignedIn: boolean;
  /** Whether the menu leads to the API keys. */
  readonly hasKeys: boolean;
  /** What the page before has done, as a sentence. */
  readonly done: string | undefined;
}

/** A page of the console before it is mounted. */
interface OwnerPage<Params extends ParamKinds = ParamKinds>
  extends Omit<Page<Params>, 'method' | 'respond'> {
  /** Default: `GET`. */
  readonly method?: Page['method'];
  readonly respond: (
    request: OwnerRequest<Params>,
    page: ConsoleContext,
  ) => Responded | Promise<Responded>;
}

/** What a page responds with: what it shows, with the status 200, or another response. */
export type Responded = VNode | ApiResponse;

/** The response with what a page shows. */
export function responseOf(responded: Responded): ApiResponse {
  return isValidElement(responded) ? pageResponse(200, responded) : responded;
}

/** A page for owners only. Others are led to the sign-in, or get a 401 where the host has its own login. */
export function ownerPage<const Params extends ParamKinds = Record<never, never>>({
  respond,
  ...rest
}: OwnerPage<Params>): Page {
  const page = { method: 'GET', ...rest } as const;
  return definePage<Params>({
    ...page,
    respond: async (request, context) => {
      const session = request.login ? undefined : await currentSession(request);
      const ownerId = request.login ? await request.login() : session?.ownerId;
      if (ownerId === undefined) {
        if (request.login) throw authenticationRequired();
        return seeOther(
          context.links.consolePage('/sign-in') + nextQuery(page, request, context.links),
        );
      }
      request.identify(ownerId);
      const branded = await withBrand(context, request, ownerId);
      const query = new URLSearchParams(request.rawQuery);
      try {
        const responded = await respond(
          { ...request, ownerId, apiKey: session?.apiKey, query },
          {
            ...branded,
            isSignedIn: session !== undefined,
            hasKeys: request.usesApiKeys,
            done: page.method === 'GET' ? doneOf(query) : undefined,
          },
        );
        return responseOf(responded);
      } catch (error) {
        // What is unexpected is also logged where all errors are shown.
        if (branded === context || !isSitegradeError(error)) throw error;
        return errorResponse(error, branded, 'console');
      }
    },
  });
}
