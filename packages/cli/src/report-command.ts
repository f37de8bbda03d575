import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Environment } from './environment.ts';
import { reportFormats } from './format-names.ts';
import { addPageOptions } from './page-options.ts';
import type { ReportOptions } from './run-report.ts';

/** The help of `--output`. */
export const outputHelp = outputHelpOf('.json, .html');

function outputHelpOf(first: string): string {
  return `write to a file, whose name chooses the format: ${first}, .csv, .xml (junit), .md, .sarif, .txt (pretty)`;
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
    .argument('[urls...]', 'URLs of pages; - reads them from standard input, one a line')
    .addOption(
      new Option('-f, --format <format>', 'how to write the report (default: pretty)').choices(
        reportFormats,
      ),
    )
    .option('-o, --output <file>', outputHelpOf('.json, .html, .pdf'))
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
  addPageOptions(program)
    .addHelpText('after', help)
    .action(async (urls: readonly string[], options: ReportOptions) => {
      // Help and versions need none of the code that analyses pages.
      const { runReport } = await import('./run-report.ts');
      setExitCode(await runReport(program, urls, options, environment));
    });
}

const help = `
Exit codes: 0 fine, 1 a page is short of a budget or has new findings, 2 wrong
usage, 3 a page could not be analysed. If several apply, the highest counts.

Examples:
  sitegrade https://example.com/
  sitegrade https://example.com/ https://example.com/blog --min-score 80 -o report.sarif
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
