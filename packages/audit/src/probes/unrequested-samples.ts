import type { NoResponse, ProbeFacts } from './probe-facts.ts';
import { isPermanentFailure, notRequested, outOfTime } from './probe-verdicts.ts';

/** The parts of {@link ProbeFacts} that depend on the page or on what it refers to, not on its site. */
export type Sample =
  /** Links to other pages of the site. */
  | 'links'
  | 'externalLinks'
  | 'images'
  | 'resources'
  | 'canonical'
  | 'alternates'
  | 'favicons'
  | 'sharedImage'
  | 'crossOrigin';

type SampledProbe = { readonly kind: string } | null | undefined;

/** The URLs of the samples that could have been requested. */
const probesOf: Readonly<Record<Sample, (facts: ProbeFacts) => readonly SampledProbe[]>> = {
  links: ({ links }) => links.sample.filter(({ own }) => own).map(({ probe }) => probe),
  externalLinks: ({ links }) => links.sample.filter(({ own }) => !own).map(({ probe }) => probe),
  images: ({ images }) => images.sample.map(({ probe }) => probe),
  resources: ({ resources }) => resources.sample.map(({ probe }) => probe),
  canonical: ({ canonical }) => [canonical],
  alternates: ({ alternates }) => alternates.sample.map(({ probe }) => probe),
  favicons: ({ favicons }) => favicons.map(({ probe }) => probe),
  sharedImage: ({ sharedImage }) => [sharedImage?.probe],
  crossOrigin: ({ crossOrigin }) => [crossOrigin],
};

/** The samples with URLs that were not requested because only the page itself may be: those of a crawl. */
export function unrequestedSamples(facts: ProbeFacts): ReadonlySet<Sample> {
  const samples = Object.keys(probesOf) as Sample[];
  return new Set(samples.filter((sample) => probesOf[sample](facts).some(isNotRequested)));
}

/** How many URLs a page has of each kind that is requested by sample. Of the others, all are requested. */
const totalsOf: Readonly<Partial<Record<Sample, (facts: ProbeFacts) => number>>> = {
  links: ({ links }) => links.internal,
  externalLinks: ({ links }) => links.external,
  images: ({ images }) => images.total,
  resources: ({ resources }) => resources.total,
  alternates: ({ alternates }) => alternates.total,
};

/** Whether URLs of the page's own site among its scripts and style sheets are unknown. They are requested first. */
export function areOwnFilesIncomplete({ resources: { sample, total } }: ProbeFacts): boolean {
  const isCut = total > sample.length && sample.every(({ own }) => own);
  return isCut || sample.some(({ own, probe }) => own && isUnknown(probe));
}

/** Whether URLs of a sample are unknown: there are too many, or their requests failed in a way that may not last. */
export function isIncomplete(sample: Sample, facts: ProbeFacts): boolean {
  const probes = probesOf[sample](facts);
  const total = totalsOf[sample]?.(facts) ?? probes.length;
  return total > probes.length || probes.some(isUnknown);
}

/**
 * Whether the next report may know more of a URL. What robots.txt disallows, and a server that refuses us, stay as they
 * are.
 */
function isUnknown(probe: SampledProbe): boolean {
  if (probe?.kind === 'response') {
    const { status } = probe as { readonly status?: number };
    return status === tooManyRequests || (status !== undefined && status > internalError);
  }
  if (probe?.kind === 'failed') return !isPermanentFailure(probe as NoResponse);
  if (probe?.kind !== 'skipped') return false;
  const { reason } = probe as NoResponse;
  return reason === notRequested || reason === outOfTime;
}

const [tooManyRequests, internalError] = [429, 500];

/** Whether a URL was not requested because only the page itself may be. */
export function isNotRequested(probe: SampledProbe): boolean {
  return probe?.kind === 'skipped' && (probe as NoResponse).reason === notRequested;
}
