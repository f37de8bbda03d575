import type { RenderingSummary } from '@sitegrade/core';

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
