import { expect, it } from 'vitest';
import { requestPlaces } from './request-places.ts';

it('limits the requests of each owner, and of all', () => {
  const places = requestPlaces({ perOwner: 2, total: 3 });
  const codeOf = (ownerId: string) => {
    try {
      places.enter(ownerId);
      return 'entered';
    } catch (error) {
      return (error as { readonly code: string }).code;
    }
  };
  const leave = places.enter('ann');
  expect([codeOf('ann'), codeOf('ann')]).toEqual(['entered', 'rate_limited']);
  expect([codeOf('bob'), codeOf('bob')]).toEqual(['entered', 'overloaded']);
  leave();
  expect([codeOf('ann'), codeOf('bob')]).toEqual(['entered', 'overloaded']);
});
