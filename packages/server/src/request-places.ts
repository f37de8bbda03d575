import { SitegradeError } from '@sitegrade/core';

/** Requests of one owner at a time, and of all. */
interface RequestLimits {
  readonly perOwner: number;
  readonly total: number;
}

/** Limits the requests in progress, each of which may hold a large body in memory. */
interface RequestPlaces {
  /**
   * Counts one more request of an owner.
   *
   * @returns a function to call once, when the request is over.
   * @throws SitegradeError `rate_limited` if the owner has too many requests in progress, `overloaded` if all have.
   */
  enter(ownerId: string): () => void;
}

/** Creates the limit of one process. */
export function requestPlaces({ perOwner, total }: RequestLimits): RequestPlaces {
  const counts = new Map<string, number>();
  let all = 0;
  return {
    enter(ownerId) {
      const count = counts.get(ownerId) ?? 0;
      if (count >= perOwner) {
        const message = `Too many concurrent requests (limit ${perOwner}). Retry in ${retryAfterSeconds} s.`;
        throw new SitegradeError('rate_limited', message, { retryAfterSeconds });
      }
      if (all >= total) {
        const message = `Too many concurrent requests on this server. Retry in ${retryAfterSeconds} s.`;
        throw new SitegradeError('overloaded', message, { retryAfterSeconds });
      }
      counts.set(ownerId, count + 1);
      all += 1;
      return () => {
        const left = (counts.get(ownerId) ?? 1) - 1;
        if (left === 0) counts.delete(ownerId);
        else counts.set(ownerId, left);
        all -= 1;
      };
    },
  };
}

const retryAfterSeconds = 2;
