import type { AuditFacts } from '../../audit-facts.ts';
import type { Evidence } from '../../outcome.ts';
import { countText } from '../../readings/count-text.ts';
import { shortUrl, urlEvidence, withoutQuery } from '../../readings/evidence.ts';
import {
  durationText,
  measuredSpeedOf,
  metricValue,
  rateMetric,
  speedNotMeasured,
  spreadText,
} from '../../readings/speed-metric.ts';
import type { Check } from '../check.ts';

/** Scripts leave the page free to respond to visitors. */
export const tbt: Check = {
  id: 'tbt',
  category: 'performance',
  importance: 'medium',
  reads: 'speed',
  family: 'speed',
  title: 'The page responds while it loads',
  advice:
    'Remove what the page does not need of the quoted scripts, load the rest with defer or on demand, and split tasks of more than 50 ms.',
  why: 'Visitors scroll, tap or type, and nothing happens until the scripts are done.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/lighthouse-total-blocking-time',
  run: (facts) => {
    const speed = measuredSpeedOf(facts);
    if (speed === null) return speedNotMeasured;
    const { totalBlockingTime: metric } = speed;
    const { value: ms, tasks, scripts } = metric;
    const rated = rateMetric('totalBlockingTime', metric);
    const value = { ...metricValue('totalBlockingTime', metric), scripts };
    const spread = spreadText(metric, speed);
    if (rated.status === 'pass') {
      const summary =
        ms === 0
          ? `No task keeps the page from responding${spread}.`
          : `Tasks keep the page from responding for ${durationText(ms)}${spread}.`;
      return { ...rated, summary, value };
    }
    const [first] = scripts;
    const most =
      first === undefined
        ? ''
        : ` ${durationText(first.ms)} of that are taken by ${nameOf(facts, first.url)}.`;
    return {
      ...rated,
      summary: `${countText(tasks)} long ${tasks === 1 ? 'task keeps' : 'tasks keep'} the page from responding for ${durationText(ms)}${spread}; up to 200 ms is good.${most}`,
      value,
      evidence: scripts.map((script) => evidenceOf(facts, script)),
      ...(first === undefined && { advice: layoutAdvice }),
    };
  },
};

/** For tasks without a script. */
const layoutAdvice =
  'No script takes this time: it is spent on styles and layout. Reduce the number of elements, and use content-visibility: auto for those further down.';

function evidenceOf({ response }: AuditFacts, { url }: { readonly url: string }): Evidence {
  return urlEvidence(url === '' ? response.finalUrl : withoutQuery(url));
}

function nameOf({ response }: AuditFacts, url: string): string {
  return url === '' || url === response.finalUrl ? 'scripts in the page itself' : shortUrl(url);
}
