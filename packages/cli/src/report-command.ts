import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Environment } from './environment.ts';
import { formats } from './format-names.ts';
import { addFileOptions, addFolderOptions } from './local/local-options.ts';
import { addPageOptions, collect } from './page-options.ts';
import type { ReportOptions } from './run-report.ts';

/** The help of `--output`. */
export const outputHelp = outputHelpOf('.json, .html');

function outputHelpOf(first: string): string {
  return `write to a file, whose name chooses the format: ${first}, .csv, .xml (junit), .md, .sarif, .txt (pretty), code-quality-report.json (codequality); repeatable`;
}

/** The help of `--quiet`. */
export const quietHelp = 'no progress and no summary; of a pretty report only scores';

/** Adds the report, which is what the command does without the name of another one. */
export function addReportCommand(
  program: Command,
  environment: Environment,
  setExitCode: (code: number) => void,
): void {
  program
    .argument(
      '[pages...]',
      'URLs of pages, HTML files, or one folder, which is crawled as a site; - reads them from standard input, one a line',
    )
    .addOption(
      new Option('-f, --format <format>', 'how to write the report (default: pretty)').choices(
        formats,
      ),
    )
    .option('-o, --output <file>', outputHelpOf('.json, .html, .pdf'), collect)
    .option('-q, --quiet', quietHelp)
    .addOption(
      new Option(
        '-v, --verbose',
        'every place of a finding, and the checks that passed or do not apply',
      ).conflicts('quiet'),
    )
    .option('--min-score <score>', 'exit with 1 if a page has a lower score', parseScore)
    .option(
      '--fail-on <checks>',
      'exit with 1 if one of these checks warns or fails; ids with commas, repeatable',
      collectIds,
    )
    .option('--budget <file>', 'exit with 1 if a page is short of the budget in this JSON file')
    .option(
      '--baseline <file>',
      'exit with 1 if a page has findings that this file of sitegrade baseline does not have',
    );
  addPageOptions(program);
  addFolderOptions(program);
  addFileOptions(program)
    .addHelpText('after', help)
    .action(async (pages: readonly string[], options: ReportOptions) => {
      // Help and versions need none of the code that analyses pages.
      const { runReport } = await import('./run-report.ts');
      setExitCode(await runReport(program, pages, options, environment));
    });
}

const help = `
What begins with http:// or https:// is a URL; what begins with ., / or a drive is
a path. Anything else is a path if there is such a file or folder, otherwise a URL.

Exit codes: 0 fine, 1 a page is short of a budget or has new findings, 2 wrong
usage, 3 a page could not be analysed. If several apply, the highest counts.

Examples:
  sitegrade https://example.com/
  sitegrade https://example.com/ https://example.com/blog --min-score 80 -o report.sarif
  sitegrade dist/ --base-url https://example.com/ --min-score 80
`;

/** Collects ids with commas. */
export function collectIds(ids: string, others: readonly string[] = []): readonly string[] {
  return [...others, ...ids.split(',').map((id) => id.trim())];
}

/** Parses a score from 0 to 100. */
export function parseScore(text: string): number {
  const score = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && score <= 100) return score;
  throw new InvalidArgumentError('It must be a number from 0 to 100.');
}
