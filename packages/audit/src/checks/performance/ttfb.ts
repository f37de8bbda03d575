import type { Check } from '../check.ts';

/** @remarks The limit of 800 milliseconds is that of web.dev, including the connection but no redirects. */
const good = 800;

/**
 * The server responds quickly. The result depends on the time and the location of the request, so the
 * check has no weight and never fails.
 */
export const ttfb: Check<'max'> = {
  id: 'ttfb',
  category: 'performance',
  importance: 'info',
  isAboutServer: true,
  title: 'The server responds quickly',
  advice:
    'Cache the page on the server or in a CDN near your visitors, and find out why the server needs so long to generate it.',
  why: 'Visitors look at an empty window until the server responds, and all the rest of the page comes after that.',
  source: 'https://web.dev/articles/ttfb',
  options: {
    max: {
      default: good,
      min: 10,
      max: 60000,
      unit: 'milliseconds',
      description: 'A slower response is a warning.',
    },
  },
  run: ({ response: { timings, redirects } }, { max }) => {
    const spent = redirects.reduce((sum, { ms }) => sum + ms, 0);
    const ms = Math.max(0, Math.round(timings.firstByteMs - spent));
    const value = { ms, redirectsMs: Math.round(spent) };
    return ms > max
      ? {
          status: 'warn',
          summary: `The server took ${ms} ms to respond; up to ${max} ms is good.`,
          value,
        }
      : { status: 'pass', summary: `The server responded within ${ms} ms.`, value };
  },
};
