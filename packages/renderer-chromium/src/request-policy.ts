import type { PageRequest } from '@sitegrade/core';
import type { Protocol } from 'devtools-protocol';

type HeaderEntry = Protocol.Fetch.HeaderEntry;

/** A request of a page that waits until it is continued or refused. */
export type PausedRequest = Pick<Protocol.Fetch.RequestPausedEvent, 'frameId' | 'resourceType'> & {
  readonly request: Pick<Protocol.Network.Request, 'url' | 'headers'>;
};

/** What happens to a request of a page. */
type RequestDecision =
  | { readonly kind: 'continue'; readonly headers: readonly HeaderEntry[] | undefined }
  /** `Aborted` leaves the document that the page has. */
  | { readonly kind: 'refuse'; readonly errorReason: 'Aborted' | 'BlockedByClient' }
  /** The page wants to go where it must not. */
  | { readonly kind: 'leave'; readonly url: string };

/** Decides on the requests of a page. */
interface RequestPolicy {
  decide(request: PausedRequest): Promise<RequestDecision>;
  /** Lets the page go nowhere else from now on. */
  freeze(): void;
  /** Lets the page request nothing more from now on. */
  cutOff(): void;
  /** How many requests were refused. */
  refused(): number;
}

/** Documents in frames: each of another site has a process. */
const maxFrames = 20;

/** The policy for a rendering: how many requests, where to, and with which headers. */
export function requestPolicy(mainFrame: string, request: PageRequest): RequestPolicy {
  const { origin } = new URL(request.url);
  const headers = Object.entries(request.headers).map(([name, value]) => ({ name, value }));
  const first = withoutFragment(request.url);
  let sent = 0;
  let frames = 0;
  let refused = 0;
  let isFrozen = false;
  let isCutOff = false;
  return {
    async decide({ request: { url, headers: sentHeaders }, frameId, resourceType }) {
      if (/^(?:data|blob|about):/i.test(url)) return { kind: 'continue', headers: undefined };
      const isDocument = resourceType === 'Document';
      const isNavigation = isDocument && frameId === mainFrame;
      sent += 1;
      if (isDocument && !isNavigation) frames += 1;
      const isTooMany =
        isCutOff ||
        sent > request.limits.requests ||
        (isDocument && frames > maxFrames) ||
        (isNavigation && isFrozen);
      if (isTooMany || !/^https?:/i.test(url)) {
        refused += 1;
        return { kind: 'refuse', errorReason: isNavigation ? 'Aborted' : 'BlockedByClient' };
      }
      if (isNavigation) {
        const to = withoutFragment(url);
        if (to !== first && !(await request.isNavigationAllowed(to))) return { kind: 'leave', url };
      }
      if (headers.length === 0 || originOf(url) !== origin)
        return { kind: 'continue', headers: undefined };
      return { kind: 'continue', headers: merge(sentHeaders, headers) };
    },
    freeze: () => {
      isFrozen = true;
    },
    cutOff: () => {
      isCutOff = true;
    },
    refused: () => refused,
  };
}

/** The headers of a request, and ours instead of those with the same name. */
function merge(
  sent: Readonly<Record<string, string>>,
  ours: readonly HeaderEntry[],
): HeaderEntry[] {
  const names = new Set(ours.map(({ name }) => name.toLowerCase()));
  const kept = Object.entries(sent)
    .filter(([name]) => !names.has(name.toLowerCase()))
    .map(([name, value]) => ({ name, value }));
  return [...kept, ...ours];
}

const withoutFragment = (url: string) => url.replace(/#.*$/s, '');

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}
