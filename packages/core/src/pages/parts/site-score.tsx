import type { VNode } from 'preact';
import type { Crawl } from '../../store/crawl.ts';
import { results } from '../../store/report.ts';
import { english as text } from '../english.ts';
import { ScoreRing } from './score-ring.tsx';

/** The score of a site as a ring, how it came about, and its pages by result. */
export function SiteScore({ crawl }: { readonly crawl: Crawl }): VNode {
  const { score, result, progress } = crawl;
  const own = text.crawls;
  if (score === null || result === null) return <p>{own.noScore}</p>;
  const mean = progress.scoreSum / progress.done;
  // The score is rounded: less than half a point is no cost.
  const cost = Math.abs(mean - score) < 0.5 ? 0 : mean - score;
  return (
    <section class="overview" aria-label={own.siteScore}>
      <ScoreRing score={score} result={result}>
        <p class="soft small">{own.siteScore}</p>
      </ScoreRing>
      <div>
        <h2 class="hidden">{own.resultsOfPages}</h2>
        <ul class="bars">
          {results.map((one) => (
            <li key={one}>
              <span class="name">{text.results[one]}</span>
              <span class="value">{own.onePage(progress.results[one])}</span>
              <svg
                class={`bar ${one}`}
                viewBox="0 0 100 4"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect class="track" width="100" height="4" />
                <rect
                  class="fill"
                  width={((progress.results[one] / progress.done) * 100).toFixed(1)}
                  height="4"
                />
              </svg>
            </li>
          ))}
        </ul>
        <p class="soft small">{own.howScored(progress.done, mean, Math.max(0, cost))}</p>
      </div>
    </section>
  );
}
