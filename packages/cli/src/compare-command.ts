import { type Command, InvalidArgumentError, Option } from 'commander';
import type { OriginMap } from './compared-crawl.ts';
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
      'Compares two files that sitegrade --format json has written, or two pages. Reports in files are paired by the path of their URL; crawls must be of the same origin, or two that --map names.',
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
      '--map <from=to>',
      'compare crawls of two hosts, as if one were the other: https://staging.example.com=https://example.com',
      parseMap,
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
  sitegrade compare live.json staging.json --map https://staging.example.com=https://example.com
  sitegrade compare https://example.com/ https://staging.example.com/ --fail-on-worse
`;

/** @throws InvalidArgumentError for anything but two origins. */
function parseMap(text: string): OriginMap {
  const [from = '', to = '', ...more] = text.split('=').map(originOf);
  if (from !== '' && to !== '' && more.length === 0) return { from, to };
  throw new InvalidArgumentError('It must be two origins, such as https://a.test=https://b.test.');
}

/** Empty for what is not the origin of a website. */
function originOf(text: string): string {
  if (!URL.canParse(text)) return '';
  const { origin, href, protocol } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : '';
}
