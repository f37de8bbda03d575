import type { Command } from 'commander';
import type { Environment } from './environment.ts';
import { addFileOptions, addFolderOptions } from './local/local-options.ts';
import { addPageOptions } from './page-options.ts';
import type { BaselineOptions } from './run-baseline.ts';

/** Adds the command that accepts the findings that pages have now. */
export function addBaselineCommand(
  program: Command,
  environment: Environment,
  setExitCode: (code: number) => void,
): void {
  const command = program
    .command('baseline')
    .summary('accept the findings that pages have now')
    .description(
      'Writes the findings of pages to a file. With --baseline and that file, the report fails only for findings that are new. If the file exists, reasons, dates, patterns and other pages in it stay.',
    )
    .argument(
      '<pages...>',
      'URLs of pages, or HTML files; - reads them from standard input, one a line',
    )
    .option('-o, --output <file>', 'the file to write', 'sitegrade-baseline.json');
  addPageOptions(command);
  addFolderOptions(command);
  addFileOptions(command)
    .addHelpText('after', help)
    .action(async (urls: readonly string[], options: BaselineOptions) => {
      const { runBaseline } = await import('./run-baseline.ts');
      setExitCode(await runBaseline(command, urls, options, environment));
    });
}

const help = `
Exit codes: 0 fine, 2 wrong usage, 3 a page could not be analysed: then nothing
is written.

Examples:
  sitegrade baseline https://example.com/ https://example.com/blog
  sitegrade https://example.com/ https://example.com/blog --baseline sitegrade-baseline.json
`;
