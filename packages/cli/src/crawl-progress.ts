import type { Crawl } from '@sitegrade/core';
import stringWidth from 'fast-string-width';
import type { Output } from './environment.ts';
import { plural } from './formats/pretty-parts.ts';
import { plainText } from './plain-text.ts';
import { durationText } from './progress.ts';
import { firstLines, wrap } from './terminal.ts';

/** Shows how far a crawl is. */
interface CrawlProgressLine {
  readonly show: (crawl: Crawl) => void;
  /** Removes the bar. */
  readonly clear: () => void;
}

const clearLine = '\r\u001b[K';
const barWidth = 20;

/** The time between two lines where no terminal shows a bar, so that logs stay short. */
const lineEveryMs = 10_000;

/**
 * A bar on standard error that is replaced as the crawl goes on. Where no terminal shows it, a line every ten
 * seconds.
 *
 * @param monotonicMs - A clock in milliseconds.
 */
export function crawlProgress(
  stderr: Output,
  monotonicMs: () => number,
  { isQuiet = false }: { readonly isQuiet?: boolean | undefined } = {},
): CrawlProgressLine {
  if (isQuiet) return { show: () => {}, clear: () => {} };
  const startedAt = monotonicMs();
  let lineAt = startedAt + lineEveryMs;
  const elapsedMs = () => monotonicMs() - startedAt;
  if (stderr.isTTY !== true) {
    return {
      show(crawl) {
        if (monotonicMs() < lineAt) return;
        lineAt = monotonicMs() + lineEveryMs;
        stderr.write(`${partsOf(crawl, elapsedMs()).join(', ')}\n`);
      },
      clear: () => {},
    };
  }
  const width = (stderr.columns ?? 80) - 1;
  let isShown = false;
  return {
    show(crawl) {
      isShown = true;
      const { requested, known } = countsOf(crawl);
      const filled = known === 0 ? 0 : Math.floor((requested / known) * barWidth);
      const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
      const [text = '', ...rates] = partsOf(crawl, elapsedMs());
      // What fits: the rate counts least, and the text most.
      const lines = [
        [bar, [text, ...rates].join(', ')],
        [bar, [text, ...rates.slice(0, 1)].join(', ')],
        [bar, text],
      ].map((parts) => parts.join(' '));
      const line = lines.find((candidate) => stringWidth(candidate) <= width) ?? text;
      stderr.write(clearLine + firstLines(wrap(line, width), 1, width).join(''));
    },
    clear() {
      // Later, the line may be one of the output.
      if (isShown) stderr.write(clearLine);
      isShown = false;
    },
  };
}

/** Pages that were requested, and all that are known to be requested. */
function countsOf({ progress }: Crawl) {
  const { done, redirected, failed, skipped, queued, running } = progress;
  const requested = done + redirected + failed + (skipped.not_html ?? 0);
  return { requested, known: requested + queued + running };
}

function partsOf(crawl: Crawl, elapsedMs: number): readonly string[] {
  const { requested, known } = countsOf(crawl);
  if (known === 0) return [`Starting at ${plainText(crawl.url)}`];
  const { queued, running } = crawl.progress;
  const perSecond = (requested / Math.max(elapsedMs, 1)) * 1_000;
  const isCrawling = queued + running > 0;
  return [
    `${isCrawling ? 'Crawling' : 'Comparing pages of'} ${plainText(crawl.domain ?? crawl.url)}: ${requested} of ${plural(known, 'known page')}`,
    durationText(elapsedMs),
    ...(isCrawling && requested > 0 ? [`${perSecond.toFixed(1)}/s`] : []),
  ];
}
