import type { Progress } from './analyze-pages.ts';
import type { Environment } from './environment.ts';
import { plainText } from './plain-text.ts';
import { cut } from './terminal.ts';

/** A line that is replaced as work goes on. */
interface ProgressLine {
  readonly show: (progress: Progress) => void;
  /** Removes the line. */
  readonly clear: () => void;
}

const clearLine = '\r\u001b[K';

/**
 * A progress line on standard error: how long it takes, and what is waited for. Nothing where no terminal shows it,
 * or the user wants none.
 */
export function progressLine(
  { stderr, monotonicMs, everySecond }: Pick<Environment, 'stderr' | 'monotonicMs' | 'everySecond'>,
  { isQuiet = false }: { readonly isQuiet?: boolean | undefined } = {},
): ProgressLine {
  if (stderr.isTTY !== true || isQuiet) return { show: () => {}, clear: () => {} };
  const startedAt = monotonicMs();
  let shown = '';
  let last: Progress | null = null;
  const draw = () => {
    if (last === null) return;
    const { done, total, running, waitingFor } = last;
    const count = total === 1 ? '' : ` (${done} of ${total} done)`;
    const ms = monotonicMs() - startedAt;
    const time = ms < 1_000 ? '' : `, ${durationText(ms)}`;
    const url = plainText(waitingFor ?? running[0] ?? '');
    if (url === '') return;
    const line = cut(`Analysing${count}${time}: ${url}`, (stderr.columns ?? 80) - 1);
    if (line !== shown) stderr.write(clearLine + line);
    shown = line;
  };
  const stop = everySecond(draw);
  return {
    show(progress) {
      last = progress;
      draw();
    },
    clear() {
      stop();
      // Later, the line may be one of the output.
      if (shown !== '') stderr.write(clearLine);
      shown = '';
      last = null;
    },
  };
}

/** `12 s`, `2 min 5 s`. */
export function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
