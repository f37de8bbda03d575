import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Environment } from './environment.ts';
import { formats } from './format-names.ts';
import { addFolderOptions } from './local/local-options.ts';
import { addAnalysisOptions, addRenderOptions, collect } from './page-options.ts';
import { collectIds, outputHelp, parseScore, quietHelp } from './report-command.ts';
import type { CrawlOptions } from './run-crawl.ts';

const sources = ['both', 'links', 'sitemap'] as const satisfies readonly CrawlOptions['source'][];

/** As core allows at most. */
const mostPages = 100_000;

/** Adds the command that crawls a website. */
export function addCrawlCommand(
  program: Command,
  environment: Environment,
  setExitCode: (code: number) => void,
): void {
  const command = program
    .command('crawl')
    .summary('crawl a website: all its pages, and issues across pages')
    .description(
      'Checks the pages of a website, from a start page, by its links and sitemaps, and compares them with each other. It obeys robots.txt.',
    )
    .argument('<url>', 'the URL of the start page, or a local folder')
    .option(
      '--max-pages <count>',
      'the most pages to crawl; of a local folder, 10,000 by default',
      integerTo(mostPages),
      200,
    )
    .option('--include <path>', 'only paths like this one: /blog/*; repeatable', collect)
    .option('--exclude <path>', 'no paths like this one: /*.pdf$; repeatable', collect)
    .addOption(
      new Option('--source <source>', 'where URLs come from').choices(sources).default('both'),
    )
    .option(
      '--concurrency <count>',
      'requests to the host at a time; of a local folder, by default as many as there are cores, if they are more',
      integerTo(10),
      2,
    )
    .addOption(
      new Option('-f, --format <format>', 'how to write the result (default: pretty)').choices(
        formats,
      ),
    )
    .option('-o, --output <file>', outputHelp, collect)
    .option('-q, --quiet', quietHelp)
    .option('--min-score <score>', 'exit with 1 if the site has a lower score', parseScore)
    .option(
      '--fail-on <names>',
      'exit with 1 if one of these rules or checks finds something, or any that is at least as important as high, medium or low; with commas, repeatable',
      collectIds,
    );
  addRenderOptions(addAnalysisOptions(command), ['auto', 'off'], 'the start page');
  addFolderOptions(command)
    .addHelpText('after', help)
    .action(async (url: string, options: CrawlOptions) => {
      // Help needs none of the code that crawls.
      const { runCrawl } = await import('./run-crawl.ts');
      setExitCode(await runCrawl(command, url, options, environment));
    });
}

const help = `
Exit codes: 0 fine, 1 short of --min-score or --fail-on, 2 wrong usage, 3 the site
could not be crawled or refused most requests, 130 stopped by Ctrl-C: what was
found until then is written. Press Ctrl-C twice to write nothing.

Examples:
  sitegrade crawl https://example.com/ --max-pages 500
  sitegrade crawl localhost:3000 --exclude '/search*' --fail-on high -o site.sarif
  sitegrade crawl dist/ --base-url https://example.com/
  sitegrade crawl https://staging.example.com/ --header 'Authorization: Basic …'
`;

function integerTo(most: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (/^\d+$/.test(text) && count >= 1 && count <= most) return count;
    throw new InvalidArgumentError(`It must be an integer from 1 to ${most.toLocaleString('en')}.`);
  };
}
