import type { VNode } from 'preact';
import type { Crawl } from '../../store/crawl.ts';
import { results } from '../../store/report.ts';
import { english as text } from '../english.ts';
import { Bar } from './category-bars.tsx';
import { ScoreRing } from './score-ring.tsx';

/** The score of a site as a ring, how it came about, and its pages by result. */
export function SiteScore({ crawl }: { readonly crawl: Crawl }): VNode {
  const { score, result, progress } = crawl;
  const labels = text.crawls;
  if (score === null || result === null) return <p>{labels.noScore}</p>;
  const mean = progress.scoreSum / progress.done;
  // The score is rounded: less than half a point is not a cost.
  const cost = Math.abs(mean - score) < 0.5 ? 0 : mean - score;
  return (
    <section class="overview" aria-label={labels.siteScore}>
      <ScoreRing score={score} result={result}>
        <p class="soft small">{labels.siteScore}</p>
      </ScoreRing>
      <div>
        <p>{labels.howScored(score, progress.done, mean, Math.max(0, cost))}</p>
        <h2 class="hidden">{labels.resultsOfPages}</h2>
        <ul class="bars">
          {results.map((rating) => (
            <li key={rating}>
              <span class="name">{text.results[rating]}</span>
              <span class="value">{labels.onePage(progress.results[rating])}</span>
              <Bar
                share={((progress.results[rating] / progress.done) * 100).toFixed(1)}
                result={rating}
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
