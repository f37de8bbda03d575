import { expect, it } from 'vitest';
import { loadedWeightOf } from './loaded-weight.ts';

const request = (url: string, type: string, bytes: number) => {
  return { url, type, bytes, status: 200, isMixed: false, isFromParser: false, mimeType: null };
};

it('adds up requests by type and by other domain, the heaviest first', () => {
  const requests = [
    request('https://www.bakery.co.uk/', 'document', 1_000),
    request('https://img.bakery.co.uk/a.jpg', 'image', 5_000),
    request('https://a.cdn.example/b.js', 'script', 2_000),
    request('https://b.cdn.example/c.js', 'script', 4_000),
    request('https://fonts.example/d.woff2', 'font', 3_000),
    request('no URL', 'other', 0),
  ];
  expect(loadedWeightOf({ requests, finalUrl: 'https://bakery.co.uk/rye' })).toEqual({
    requests: 6,
    bytes: 15_000,
    byType: [
      { type: 'script', requests: 2, bytes: 6_000 },
      { type: 'image', requests: 1, bytes: 5_000 },
      { type: 'font', requests: 1, bytes: 3_000 },
      { type: 'document', requests: 1, bytes: 1_000 },
      { type: 'other', requests: 1, bytes: 0 },
    ],
    otherDomains: [
      { domain: 'cdn.example', requests: 2, bytes: 6_000 },
      { domain: 'fonts.example', requests: 1, bytes: 3_000 },
    ],
    otherDomainsCount: 2,
  });
});

it('keeps 30 domains', () => {
  const requests = Array.from({ length: 40 }, (_, index) =>
    request(`https://host-${index}.example/`, 'image', index),
  );
  const { otherDomains, otherDomainsCount } = loadedWeightOf({
    requests,
    finalUrl: 'https://bakery.test/',
  });
  expect([otherDomains.length, otherDomainsCount, otherDomains[0]?.bytes]).toEqual([30, 40, 39]);
});
