import type { Command } from 'commander';

/** What commander has parsed of the options below. */
export interface ParsedLocalOptions {
  /** As typed. */
  readonly baseUrl?: string;
  readonly serverChecks?: boolean;
  /** Of commands that analyse single files. */
  readonly root?: string;
  /** Likewise. */
  readonly externalLinks?: boolean;
}

/** Adds the options for local files and folders. */
export function addFolderOptions(command: Command): Command {
  return command
    .option(
      '--base-url <url>',
      'for local files: the URL of their folder on the web (default: http://localhost/)',
    )
    .option(
      '--server-checks',
      'for local files: also apply the checks about the server, such as https, headers and compression',
    );
}

/** Adds the options for local files that are analysed one by one. */
export function addFileOptions(command: Command): Command {
  return command
    .option(
      '--root <folder>',
      'for local files: the folder of the site (default: the nearest folder that has all the files)',
    )
    .option('--external-links', 'for local files: also request what they link to on other hosts');
}
