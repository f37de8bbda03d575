import type { Progress } from './analyze-pages.ts';
import type { Output } from './environment.ts';
import { plainText } from './plain-text.ts';
import { wrap } from './terminal.ts';

/** A line that is replaced as work goes on. */
interface ProgressLine {
  readonly show: (progress: Progress) => void;
  /** Removes the line. */
  readonly clear: () => void;
}

const clearLine = '\r\u001b[K';

/** A progress line on standard error; nothing where no terminal shows it. */
export function progressLine(stderr: Output): ProgressLine {
  if (stderr.isTTY !== true) return { show: () => {}, clear: () => {} };
  const width = (stderr.columns ?? 80) - 1;
  return {
    show({ done, total, running }) {
      const [first = ''] = running;
      const count = total === 1 ? '' : ` (${done} of ${total} done)`;
      const others = running.length > 1 ? ` and ${running.length - 1} more` : '';
      const [line = ''] = wrap(`Analysing${count} ${plainText(first)}${others}`, width);
      stderr.write(clearLine + (running.length === 0 ? '' : line));
    },
    clear: () => void stderr.write(clearLine),
  };
}
