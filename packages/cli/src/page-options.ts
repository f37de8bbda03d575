import { type Command, InvalidArgumentError } from 'commander';

/** What commander has parsed of the options below. */
export interface ParsedPageOptions {
  readonly allowAddress?: readonly string[];
  readonly header?: Readonly<Record<string, string>>;
  readonly userAgent?: string;
  readonly ruleset?: string;
  readonly expectIndexable: boolean;
}

/** Adds the options of commands that analyse pages. */
export function addPageOptions(command: Command): Command {
  return command
    .option(
      '--allow-address <range>',
      'allow addresses of your own network, such as 10.0.0.0/8; repeatable',
      (range: string, others: readonly string[] = []) => [...others, range],
    )
    .option(
      '--header <header>',
      "send a header, such as 'Authorization: Basic …', to the origin of the URL only; repeatable",
      parseHeader,
    )
    .option('--user-agent <text>', 'the User-Agent header of all requests')
    .option('--ruleset <file>', 'a JavaScript module that exports a ruleset of your own')
    .option('--no-expect-indexable', 'do not cap the score of pages that are kept from indexing');
}

function parseHeader(
  header: string,
  others: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, name = '', value = ''] = /^([^:]+):[ \t]*(.*?)[ \t]*$/s.exec(header) ?? [];
  // Without the text: it may be a password.
  if (name === '') throw new InvalidArgumentError("Write it as 'Name: value'.");
  const isRepeated = Object.keys(others).some((one) => one.toLowerCase() === name.toLowerCase());
  if (isRepeated) throw new InvalidArgumentError(`The header ${name} is given twice.`);
  return { ...others, [name]: value };
}
