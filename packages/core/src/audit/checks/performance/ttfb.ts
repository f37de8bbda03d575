import type { Check } from '../check.ts';

/** Milliseconds that web.dev calls good; connecting is part of them, redirects are left out. */
const good = 800;

/**
 * The server answers soon. How soon depends on where it is asked from, and when: it weighs nothing,
 * and never fails.
 */
export const ttfb: Check = {
  id: 'ttfb',
  category: 'performance',
  importance: 'info',
  title: 'The server answers quickly',
  advice:
    'Cache the page on the server or in a CDN near its visitors, and look for what takes the server so long to make it.',
  source: 'https://web.dev/articles/ttfb',
  run: ({ response: { timings, redirects } }) => {
    const spent = redirects.reduce((sum, { ms }) => sum + ms, 0);
    const ms = Math.max(0, Math.round(timings.firstByteMs - spent));
    const value = { ms, redirectsMs: Math.round(spent) };
    return ms > good
      ? {
          status: 'warn',
          summary: `The server took ${ms} ms to answer us; up to ${good} ms is good.`,
          value,
        }
      : { status: 'pass', summary: `The server answered us within ${ms} ms.`, value };
  },
};
