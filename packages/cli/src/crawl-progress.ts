import type { Crawl } from '@sitegrade/core';
import stringWidth from 'fast-string-width';
import type { Output } from './environment.ts';
import { plural } from './formats/pretty-parts.ts';
import { plainText } from './plain-text.ts';
import { durationText } from './progress.ts';
import { cut } from './terminal.ts';

/** Shows how far a crawl is. */
interface CrawlProgressLine {
  /** @param waitingFor - The URL that is requested for the longest time; `null` if none is. */
  readonly show: (crawl: Crawl, waitingFor?: string | null) => void;
  /** Says that the speed of the start page is measured. */
  readonly showMeasuring: () => void;
  /** Removes the bar. */
  readonly clear: () => void;
}

const clearLine = '\r\u001b[K';
const barWidth = 20;

/** How long a URL has been requested before it is named, so that the line of a quick site does not flicker. */
const slowMs = 1_000;
/** Columns that a URL needs at least. */
const minUrlWidth = 16;

const measuring = 'Measuring the speed of the start page';

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
  if (isQuiet) return { show: () => {}, showMeasuring: () => {}, clear: () => {} };
  const startedAt = monotonicMs();
  let lineAt = startedAt + lineEveryMs;
  const elapsedMs = () => monotonicMs() - startedAt;
  if (stderr.isTTY !== true) {
    return {
      show(crawl) {
        if (monotonicMs() < lineAt) return;
        lineAt = monotonicMs() + lineEveryMs;
        const { domain, url } = crawl;
        const parts = partsOf(crawl, elapsedMs(), ` ${plainText(domain ?? url)}`);
        stderr.write(`${parts.join(', ')}\n`);
      },
      showMeasuring: () => void stderr.write(`${measuring}\n`),
      clear: () => {},
    };
  }
  const width = (stderr.columns ?? 80) - 1;
  let isShown = false;
  let oldest: { readonly url: string; readonly since: number } | null = null;
  return {
    show(crawl, waitingFor = null) {
      isShown = true;
      if (waitingFor !== oldest?.url) {
        oldest = waitingFor === null ? null : { url: waitingFor, since: monotonicMs() };
      }
      const isSlow = oldest !== null && monotonicMs() - oldest.since >= slowMs;
      const { requested, known } = countsOf(crawl);
      const filled = known === 0 ? 0 : Math.floor((requested / known) * barWidth);
      const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
      const [text = '', time = '', ...rates] = partsOf(crawl, elapsedMs(), '');
      const timed = `${text}, ${time}`;
      // What fits: the bar and the rate count least.
      const lines = [`${bar} ${[timed, ...rates].join(', ')}`, `${bar} ${timed}`, timed];
      const line = isSlow ? timed : lines.find((candidate) => stringWidth(candidate) <= width);
      const room = width - stringWidth(timed) - 2;
      const url =
        isSlow && room >= minUrlWidth ? `: ${cut(plainText(oldest?.url ?? ''), room)}` : '';
      stderr.write(clearLine + cut((line ?? timed) + url, width));
    },
    showMeasuring() {
      isShown = true;
      stderr.write(clearLine + cut(measuring, width));
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

/** What is done, the time, and the rate if there is one. */
function partsOf(crawl: Crawl, elapsedMs: number, ofSite: string): readonly string[] {
  const { requested, known } = countsOf(crawl);
  const time = durationText(elapsedMs);
  if (known === 0) return [`Starting at ${plainText(crawl.url)}`, time];
  const { queued, running } = crawl.progress;
  if (queued + running === 0) {
    return [`Looking for more pages${ofSite}, or comparing: ${plural(known, 'known page')}`, time];
  }
  const perSecond = (requested / Math.max(elapsedMs, 1)) * 1_000;
  return [
    `Crawling${ofSite}: ${requested} of ${plural(known, 'known page')}`,
    time,
    ...(requested > 0 ? [`${perSecond.toFixed(1)}/s`] : []),
  ];
}
