import { type Command, Option } from 'commander';
import type { Environment } from './environment.ts';
import { addPageOptions } from './page-options.ts';
import type { CompareOptions } from './run-compare.ts';

const formats = ['pretty', 'json', 'markdown'] as const satisfies readonly NonNullable<
  CompareOptions['format']
>[];

/** Adds the command that compares two reports, pages or crawls. */
export function addCompareCommand(
  program: Command,
  environment: Environment,
  setExitCode: (code: number) => void,
): void {
  const command = program
    .command('compare')
    .summary('compare two reports, pages or crawls')
    .description(
      'Compares two files that sitegrade --format json has written, or two pages. Reports in files are paired by the path of their URL; crawls must be of the same origin.',
    )
    .argument('<from>', 'a JSON file, or the URL of a page')
    .argument('<to>', 'what to compare with it')
    .addOption(
      new Option('-f, --format <format>', 'how to write the comparison (default: pretty)').choices(
        formats,
      ),
    )
    .option(
      '-o, --output <file>',
      'write to a file, whose name chooses the format: .json, .md, .txt (pretty)',
    )
    .option(
      '--fail-on-worse',
      'exit with 1 if a score is lower, a check is newly broken, a finding of a crawl is new, or a site has no score any more',
    );
  addPageOptions(command)
    .addHelpText('after', help)
    .action(async (from: string, to: string, options: CompareOptions) => {
      // Help needs none of the code that analyses pages.
      const { runCompare } = await import('./run-compare.ts');
      setExitCode(await runCompare(command, from, to, options, environment));
    });
}

const help = `
Exit codes: 0 fine, 1 worse with --fail-on-worse, 2 wrong usage, 3 a page could
not be analysed.

Examples:
  sitegrade compare before.json after.json
  sitegrade compare crawl-monday.json crawl-friday.json --fail-on-worse
  sitegrade compare https://example.com/ https://staging.example.com/ --fail-on-worse
`;
