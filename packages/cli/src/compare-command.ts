import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { analyzePages } from './analyze-pages.ts';
import { type ComparedPage, comparedPageOf, comparePages, readReports } from './compared-page.ts';
import type { Environment } from './environment.ts';
import { isFailed } from './findings.ts';
import { jsonComparisons, markdownComparisons, prettyComparisons } from './formats/comparison.ts';
import {
  addPageOptions,
  type ParsedPageOptions,
  prepareTargets,
  readPageOptions,
  requireUsable,
  usageError,
} from './page-options.ts';
import { plainText } from './plain-text.ts';
import { progressLine } from './progress.ts';
import { noTerminal, terminalOf } from './terminal.ts';
import { writeOutput } from './write-output.ts';

const formats = {
  pretty: prettyComparisons,
  json: jsonComparisons,
  markdown: markdownComparisons,
} as const;

interface CompareOptions extends ParsedPageOptions {
  readonly format: keyof typeof formats;
  readonly output?: string;
  readonly failOnWorse?: boolean;
}

/** Adds the command that compares two reports or pages. */
export function addCompareCommand(
  program: Command,
  environment: Environment,
  setExitCode: (code: number) => void,
): void {
  const command = program
    .command('compare')
    .summary('compare two reports or pages')
    .description(
      'Compares two files that sitegrade --format json has written, or two pages. Reports in files are paired by the path of their URL.',
    )
    .argument('<from>', 'a JSON file, or the URL of a page')
    .argument('<to>', 'what to compare with it')
    .addOption(
      new Option('-f, --format <format>', 'how to write the comparison')
        .choices(Object.keys(formats))
        .default('pretty'),
    )
    .option('-o, --output <file>', 'write to a file')
    .option('--fail-on-worse', 'exit with 1 if a score is lower or a check is newly broken');
  addPageOptions(command)
    .addHelpText('after', help)
    .action(async (from: string, to: string, options: CompareOptions) => {
      setExitCode(await compare(command, from, to, options, environment));
    });
}

const help = `
Exit codes: 0 fine, 1 worse with --fail-on-worse, 2 wrong usage, 3 a page could
not be analysed.

Examples:
  sitegrade compare before.json after.json
  sitegrade compare https://example.com/ https://staging.example.com/ --fail-on-worse
`;

async function compare(
  command: Command,
  from: string,
  to: string,
  options: CompareOptions,
  environment: Environment,
): Promise<number> {
  const { stdout, stderr } = environment;
  const { format, output, failOnWorse = false } = options;
  const pageOptions = await readPageOptions(command, options);
  const files = new Map<string, readonly ComparedPage[]>();
  for (const file of [from, to].filter(isFile)) {
    files.set(file, await readReports(file).catch(usageError(command)));
  }
  const urls = [from, to].filter((one) => !files.has(one));
  const targets = prepareTargets(command, urls, pageOptions, environment);
  const interruption = environment.listenForInterruption();
  const progress = progressLine(stderr);
  try {
    const pages = await analyzePages(targets, {
      headers: pageOptions.headers,
      signal: interruption.signal,
      onProgress: progress.show,
    });
    progress.clear();
    requireUsable(command, pages);
    const failed = pages.filter(isFailed);
    for (const { url, error } of failed) stderr.write(`${plainText(`${url}: ${error.message}`)}\n`);
    if (failed.length > 0) return 3;
    const reportsOf = (given: string): readonly ComparedPage[] =>
      files.get(given) ??
      pages.flatMap((page) =>
        page.url === given && !isFailed(page) ? [comparedPageOf(page.analysis)] : [],
      );
    const comparisons = comparePages(reportsOf(from), reportsOf(to));
    const terminal = output === undefined ? terminalOf(environment) : noTerminal;
    const text = formats[format](comparisons, terminal);
    if (output === undefined) stdout.write(text);
    else await writeOutput(output, text, interruption.signal);
    const isWorse = comparisons.pairs.some(
      ({ changes }) => changes.score < 0 || changes.broken.length > 0,
    );
    return failOnWorse && isWorse ? 1 : 0;
  } finally {
    progress.clear();
    interruption.release();
  }
}

/** A name that ends with .json is that of a file, also if there is none: the error is then about the file. */
function isFile(given: string): boolean {
  return !/^https?:\/\//i.test(given) && (/\.json$/i.test(given) || existsSync(given));
}
