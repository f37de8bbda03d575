import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addBaselineCommand } from './baseline-command.ts';
import { addCompareCommand } from './compare-command.ts';
import { addCrawlCommand } from './crawl-command.ts';
import type { Environment } from './environment.ts';
import { addMcpCommand } from './mcp-command.ts';
import { plainLines } from './plain-text.ts';
import { addReportCommand } from './report-command.ts';
import { addServerCommands } from './server-commands.ts';

/**
 * Runs the command that the arguments name.
 *
 * @returns the exit code: 0 if all is well, 1 if the command failed or a page is short of a budget, 2 for wrong
 * usage, 3 if a page could not be analysed.
 */
export async function runCommand(environment: Environment): Promise<number> {
  const { args, stdout, stderr } = environment;
  const program = new Command('sitegrade')
    .description('SEO reports on web pages: in the terminal, in CI, or from a server of your own.')
    .version(manifest.version)
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride()
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(plainLines(text)),
      getOutHelpWidth: () => helpWidth(environment.stdout.columns),
      getErrHelpWidth: () => helpWidth(environment.stderr.columns),
    });
  // The options before a command are those of the report. They would be ignored.
  program.hook('preSubcommand', (_, command) => {
    const given = program.options.find(
      (option) => program.getOptionValueSource(option.attributeName()) === 'cli',
    );
    if (given === undefined) return;
    const message = `error: Write ${given.long} after the command: sitegrade ${command.name()} …`;
    program.error(message, { exitCode: 2 });
  });
  let exitCode = 0;
  const setExitCode = (code: number) => {
    exitCode = code;
  };
  try {
    addReportCommand(program, environment, setExitCode);
    addCrawlCommand(program, environment, setExitCode);
    addCompareCommand(program, environment, setExitCode);
    addBaselineCommand(program, environment, setExitCode);
    addMcpCommand(program, environment, setExitCode);
    await addServerCommands(program, environment);
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    return exitCodeOf(error, environment);
  }
}

const maxHelpWidth = 100;

function helpWidth(columns = 80): number {
  return Math.min(columns, maxHelpWidth);
}

/** commander has reported its errors; the message of any other error is reported here. */
function exitCodeOf(error: unknown, { stderr }: Environment): number {
  if (!(error instanceof Error)) throw error;
  const exitCode =
    'exitCode' in error && typeof error.exitCode === 'number' ? error.exitCode : null;
  // Not `instanceof`: the server may have its own copy of commander.
  if (error.name === 'CommanderError') return exitCode === 1 ? 2 : (exitCode ?? 2);
  if (exitCode !== null) return exitCode;
  stderr.write(`${plainLines(error.message)}\n`);
  return 1;
}
