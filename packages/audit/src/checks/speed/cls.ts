import type { Evidence } from '../../outcome.ts';
import { maxEvidence, quotedUrl } from '../../readings/evidence.ts';
import {
  measuredSpeedOf,
  metricValue,
  rateMetric,
  speedNotMeasured,
  spreadText,
} from '../../readings/speed-metric.ts';
import type { ShiftDetails } from '../../render/speed.ts';
import type { Check } from '../check.ts';

/** Shifts with a smaller score are not seen. */
const visible = 0.01;

/**
 * What is shown stays where it is.
 *
 * @remarks We measure the shift while the page loads, and do not scroll.
 */
export const cls: Check = {
  id: 'cls',
  category: 'performance',
  importance: 'medium',
  reads: 'speed',
  family: 'speed',
  title: 'The page stays in place while it loads',
  advice:
    'Reserve the space of what is loaded later: width and height for images, min-height for ads and banners.',
  why: 'What visitors read or want to click moves away under their eyes, and Google counts it among its Core Web Vitals.',
  source: 'https://web.dev/articles/cls',
  run: (facts) => {
    const speed = measuredSpeedOf(facts);
    if (speed === null) return speedNotMeasured;
    const { cumulativeLayoutShift: metric } = speed;
    const shifts = metric.shifts.filter(({ score }) => score >= visible);
    const rated = rateMetric('cumulativeLayoutShift', metric);
    const value = metricValue('cumulativeLayoutShift', metric);
    const spread = spreadText(metric, speed, String);
    if (rated.status === 'pass') {
      const summary =
        metric.value === 0
          ? `Nothing moves while the page loads${spread}.`
          : `Hardly anything moves while the page loads: a layout shift of ${metric.value}${spread}.`;
      return { ...rated, summary, value };
    }
    const [largest] = shifts;
    return {
      ...rated,
      summary: `Parts of the page move while it loads: a layout shift of ${metric.value}${spread}; up to 0.1 is good.${largest ? causeText(largest, metric.value) : ''}`,
      value,
      evidence: shifts.flatMap(evidenceOf).slice(0, maxEvidence),
      ...(largest && { advice: adviceFor(largest) }),
    };
  },
};

/** What moved, and what moved it. */
function evidenceOf({ moved, cause }: ShiftDetails): readonly Evidence[] {
  const [first] = moved;
  const element = cause?.element ?? first;
  if (element === undefined) return [];
  const html = tagText(element.html);
  const text = cause?.element && first ? `${html} moves ${tagText(first.html)}` : html;
  return [{ kind: 'html', text, selector: element.selector }];
}

/** Two tags are quoted together. */
function tagText(html: string): string {
  return html.length <= 120 ? html : `${html.slice(0, 119)}…`;
}

function causeText({ score, cause }: ShiftDetails, all: number): string {
  if (cause === null) return '';
  const causes = {
    image: 'an image without a size',
    added: 'an element that is added later',
    font: 'a font that is loaded later',
  };
  return ` ${score > all / 2 ? 'Most of it' : 'The largest part'} comes from ${causes[cause.kind]}.`;
}

function adviceFor({ cause }: ShiftDetails): string {
  switch (cause?.kind) {
    case 'image':
      return 'Give the quoted image the attributes width and height, or a CSS aspect-ratio, so that its space is there before it is loaded.';
    case 'added':
      return 'Reserve the space of the quoted element with min-height, add it below what is shown, or let it lie over the page.';
    case 'font':
      return `Preload the font ${quotedUrl(cause.url ?? '')}, and give its fallback the same size with size-adjust, or use font-display: optional.`;
    default:
      return cls.advice;
  }
}
