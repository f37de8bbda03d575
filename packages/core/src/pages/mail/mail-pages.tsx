import type { Context } from '../../context/context.ts';
import type { ApiResponse } from '../../http/response/response.ts';
import type { PageRequest } from '../../http/route.ts';
import {
  confirmRecipient,
  findRecipient,
  unsubscribeRecipient,
} from '../../messages/recipients/subscriptions.ts';
import type { RecipientState } from '../../store/recipient.ts';
import type { FoundRecipient } from '../../store/recipient-store.ts';
import { withBrand } from '../brand.ts';
import type { PageContext } from '../layout.tsx';
import { missingAsUndefined } from '../missing.ts';
import { definePage, type Page } from '../page-route.ts';
import { formHeaders, pageResponse } from '../respond.ts';
import { NoSubscriptionPage, SubscriptionPage } from './subscription-page.tsx';

/** A step that a recipient takes. */
interface Step {
  readonly path: `/:token/${'confirm' | 'unsubscribe'}`;
  /** The operation ids, without `show`: `Confirmation`. */
  readonly operation: string;
  readonly takeOperation: string;
  readonly summary: string;
  readonly takeSummary: string;
  /** The state after the step. */
  readonly state: Extract<RecipientState, 'confirmed' | 'unsubscribed'>;
  readonly take: (context: Context, token: string) => Promise<FoundRecipient>;
  /** Mail programs take the step, and it has been taken as well if no recipient has the token any more. */
  readonly isUnsubscribing?: true;
}

const params = { token: 'token' } as const;

type StepRequest = PageRequest<typeof params>;

/**
 * The page that asks, and the one that its form is sent to: the same path. Only the second changes something, since
 * programs that scan mails open their links.
 */
function subscriptionStep(step: Step): readonly [Page, Page] {
  const { path, operation, takeOperation, summary, takeSummary, state, take } = step;
  const pageOf = async (request: StepRequest, page: PageContext, find: Step['take']) => {
    const { token } = request.params;
    const finding = find(request.context, token);
    const found = await (step.isUnsubscribing ? finding.catch(missingAsUndefined) : finding);
    if (found === undefined) return pageResponse(200, <NoSubscriptionPage {...page} />);
    const branded = await withBrand(page, request, found.ownerId);
    return subscriptionPage(branded, found, state, token);
  };
  return [
    definePage({
      method: 'GET',
      path,
      params,
      summary,
      operationId: `show${operation}`,
      respond: (request, page) => pageOf(request, page, findRecipient),
    }),
    definePage({
      method: 'POST',
      path,
      params,
      operationId: takeOperation,
      summary: takeSummary,
      ...(step.isUnsubscribing && { takesCrossSite: true }),
      // Not a redirect, which mail programs do not follow (RFC 8058, 3.1).
      respond: (request, page) => pageOf(request, page, take),
    }),
  ];
}

function subscriptionPage(
  page: PageContext,
  { domain, recipient }: FoundRecipient,
  step: Step['state'],
  token: string,
): ApiResponse {
  const other = page.links.subscription(token, step === 'confirmed' ? 'unsubscribe' : 'confirm');
  return pageResponse(
    200,
    <SubscriptionPage {...page} domain={domain} recipient={recipient} step={step} other={other} />,
    formHeaders,
  );
}

/** The pages of the links in mails. */
export const mailPages = [
  ...subscriptionStep({
    path: '/:token/confirm',
    operation: 'Confirmation',
    takeOperation: 'confirmRecipient',
    summary: 'Ask a recipient of mails for a confirmation',
    takeSummary: 'Confirm a recipient of mails',
    state: 'confirmed',
    take: confirmRecipient,
  }),
  ...subscriptionStep({
    path: '/:token/unsubscribe',
    operation: 'Unsubscribing',
    takeOperation: 'unsubscribeRecipient',
    summary: 'Ask a recipient of mails whether to unsubscribe',
    takeSummary: 'Unsubscribe a recipient of mails',
    state: 'unsubscribed',
    take: unsubscribeRecipient,
    isUnsubscribing: true,
  }),
] as const;
