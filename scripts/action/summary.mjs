/** Characters of a comment on GitHub, of which some are left for what is added. */
const maxLength = 60_000;

/** Characters of the reasons why the command failed. */
const maxReasons = 5_000;

/** The score and the result of a crawl, or of the worst page. */
function scoreOf(report) {
  const { crawl, reports = [] } = report ?? {};
  if (crawl) return { score: crawl.score ?? '', result: crawl.result ?? '' };
  const [worst] = reports.toSorted((a, b) => a.score - b.score);
  return { score: worst?.score ?? '', result: worst?.result ?? '' };
}

/** A text in a block, where nothing in it is Markdown. */
function block(text) {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** The last lines of a text that fit: an error is at the end. */
function lastLines(text, most) {
  if (text.length <= most) return text;
  const rest = text.slice(-most);
  return `…\n${rest.slice(rest.indexOf('\n') + 1)}`;
}

/** The first lines of a text that fit, without a part of what folds. */
function cut(text, most) {
  if (text.length <= most) return text;
  const lines = text.slice(0, text.lastIndexOf('\n', most));
  const [open, closed] = ['<details>', '</details>'].map((tag) => lines.lastIndexOf(tag));
  const whole = open > closed ? lines.slice(0, open) : lines;
  return `${whole.trimEnd()}\n\nThe rest is in the log and the report of the job.`;
}

/**
 * The summary of a job, and the comment on its pull request: what failed first, then the report.
 *
 * @param given - The report as JSON, or null; the same as Markdown; what the command wrote to standard error; and its
 * exit code.
 */
export function summaryOf({ report, markdown, reasons, code }) {
  const { score, result } = scoreOf(report);
  const mark = code === 0 ? '✅' : '❌';
  const what = score === '' ? 'no report' : `${score} of 100, ${result}`;
  const why = reasons
    .split('\n')
    .filter((line) => !/^npm (?:warn|notice)\b/i.test(line))
    .join('\n')
    .trim();
  const short = lastLines(why, maxReasons);
  const parts = [
    `### ${mark} sitegrade: ${what}`,
    ...(short === '' ? [] : [block(short)]),
    ...(markdown === '' ? [] : [markdown.trim()]),
  ];
  return { score, result, text: `${cut(parts.join('\n\n'), maxLength)}\n` };
}
