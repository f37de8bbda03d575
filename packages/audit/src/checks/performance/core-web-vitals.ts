import type {
  FieldDataResult,
  FieldDataSummary,
  FieldMetric,
} from '../../field-data/field-data.ts';
import { fieldThresholds, fieldValueText } from '../../field-data/field-ratings.ts';
import type { Json, Outcome } from '../../outcome.ts';
import type { Check } from '../check.ts';

type Found = FieldDataResult & { readonly status: 'found' };

/** The Core Web Vitals, in the order in which texts name them. */
const vitals = ['lcp', 'inp', 'cls'] as const satisfies readonly FieldMetric[];
type Vital = (typeof vitals)[number];

const names: Readonly<Record<Vital, string>> = {
  lcp: 'Largest Contentful Paint (LCP)',
  inp: 'Interaction to Next Paint (INP)',
  cls: 'Cumulative Layout Shift (CLS)',
};

const advice: Readonly<Record<Vital, string>> = {
  lcp: 'Find the largest image or text of the first screen in the Performance panel of Chrome DevTools, and let it load sooner: respond faster, leave out `loading="lazy"` on that image, preload it, and load fewer style sheets and scripts before it.',
  inp: 'Record clicks and key presses in the Performance panel of Chrome DevTools, and let scripts do less at once: split long tasks, and remove scripts of others that are not needed.',
  cls: 'Give images, videos, ads and embedded content a width and a height in HTML or CSS, and insert nothing above what visitors already read.',
};

/**
 * Real visitors get good Core Web Vitals. The data is about the last 28 days, so that it changes for other reasons than the
 * page, too, and an improvement takes weeks to show.
 *
 * @remarks That a value between good and poor is a warning is ours, and that the site counts where there is no data of
 * the page.
 */
export const coreWebVitals: Check = {
  id: 'core-web-vitals',
  category: 'performance',
  importance: 'medium',
  title: 'Real visitors get good Core Web Vitals',
  advice: advice.lcp,
  why: 'Visitors leave pages that show their content late, react late or move while they read, and Google uses these values for ranking.',
  source: 'https://web.dev/articles/vitals',
  reads: 'visits',
  family: 'speed',
  run: ({ fieldData }) => {
    if (fieldData === null) {
      return { status: 'na', summary: 'No data of real visitors was requested.' };
    }
    const scope = (['url', 'origin'] as const).find((one) => isAssessed(fieldData[one]));
    const found = scope && fieldData[scope];
    if (scope === undefined || found?.status !== 'found') return withoutData(fieldData);
    return assess(scope, found);
  },
};

/** As for Google, LCP and CLS must be known; too few visitors may have clicked for INP. */
function isAssessed(result: FieldDataResult): boolean {
  return result.status === 'found' && result.metrics.lcp !== null && result.metrics.cls !== null;
}

function withoutData({ url, origin }: FieldDataSummary): Outcome {
  const [failed] = [origin, url].filter((result) => result.status === 'none');
  const summary =
    failed?.status === 'none'
      ? failed.message
      : 'There is too little data of visits to this page and to its site.';
  return { status: 'na', summary };
}

function assess(scope: 'url' | 'origin', { metrics, formFactor }: Found): Outcome {
  const known = vitals.flatMap((vital) => {
    const value = metrics[vital];
    return value === null ? [] : [{ vital, ...value }];
  });
  const rated = (rating: string) => known.filter((one) => one.rating === rating);
  const [poor, middling] = [rated('poor'), rated('needs_improvement')];
  const [worst] = [...poor, ...middling];
  const value: Json = {
    of: scope,
    formFactor,
    ...Object.fromEntries(known.map(({ vital, p75 }) => [vital, p75])),
  };
  const visits = `${scope === 'url' ? 'visits to this page' : 'visits to all pages of this site, as there is too little data of this page'}${formFactor === 'phone' ? ', with phones' : ''}`;
  const texts = (list: readonly { readonly vital: Vital; readonly p75: number }[]) =>
    list.map(({ vital, p75 }) => `${names[vital]} ${fieldValueText(vital, p75)}`).join(' and ');
  if (worst === undefined) {
    const all = known.map(
      ({ vital, p75 }) => `${vital.toUpperCase()} ${fieldValueText(vital, p75)}`,
    );
    return {
      status: 'pass',
      summary: `Three of four visits get at most ${all.join(', ')} (${visits}).`,
      value,
    };
  }
  const rating = poor.length > 0 ? 'poor' : 'not good';
  const named = poor.length > 0 ? poor : middling;
  const limits = named
    .map(({ vital }) => fieldValueText(vital, fieldThresholds[vital].good))
    .join(' and ');
  return {
    status: poor.length > 0 ? 'fail' : 'warn',
    summary: `One of four visits gets more than ${texts(named)}, which is ${rating}: up to ${limits} is good (${visits}).`,
    value,
    advice: advice[worst.vital],
  };
}
