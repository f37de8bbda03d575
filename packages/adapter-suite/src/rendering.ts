import type { PageAnalysis, RenderingSummary } from '@sitegrade/core';

/** What a browser made of a page: hostile text from the page in each place that has some. */
export const rendering: RenderingSummary = {
  status: 'rendered',
  finalUrl: 'https://a.example/',
  ms: 700,
  requests: 3,
  isBusy: true,
  scriptErrors: ['<b>boom</b>'],
  weight: {
    requests: 3,
    bytes: 1_500_000,
    byType: [{ type: 'image', requests: 2, bytes: 1_400_000 }],
    otherDomains: [{ domain: 'cdn.example', requests: 1, bytes: 900_000 }],
    otherDomainsCount: 1,
  },
  cookies: [
    {
      name: '_ga<i>',
      domain: '.rendered.example',
      expires: null,
      httpOnly: false,
      secure: true,
      sameSite: 'Lax',
    },
  ],
  differences: [
    { part: 'title', source: null, rendered: '<i>Rye</i>' },
    { part: 'words', source: 3, rendered: 1_200 },
  ],
};

const good = { value: 0, min: 0, max: 0, rating: 'good' } as const;

/** How it was loaded: with hostile text too, and two pictures of three bytes. */
export const speed = {
  status: 'measured',
  runs: 1,
  firstContentfulPaint: good,
  largestContentfulPaint: null,
  cumulativeLayoutShift: { ...good, shifts: [] },
  totalBlockingTime: { ...good, tasks: 0, scripts: [] },
  blockingFiles: [],
  unusedPreloads: [],
  isBusy: false,
  load: {
    firstContentfulPaintMs: 900,
    largestContentfulPaintMs: null,
    domContentLoadedMs: 800,
    loadedMs: null,
    requestCount: 1,
    requests: [
      {
        url: 'https://cdn.example/a.js?token=s3cret-s3cret&q=<i>',
        type: 'script',
        status: 200,
        bytes: 900_000,
        startMs: 300,
        responseMs: 400,
        endMs: null,
        isBlocking: true,
        isThirdParty: true,
      },
    ],
    weight: [
      { type: 'script', host: 'cdn.example', isThirdParty: true, requests: 1, bytes: 900_000 },
    ],
    film: [
      { atMs: 900, bytes: 3 },
      { atMs: 1_500, bytes: 3 },
    ],
  },
} as const satisfies PageAnalysis['page']['speed'];
