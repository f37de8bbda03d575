import { afterAll, beforeAll } from 'vitest';
import { type Bundle, bundleScript } from '../../../scripts/bundle-script.ts';
import { commandScript, runCommand, startCommand } from '../../../scripts/start-command.ts';

type Environment = Readonly<Record<string, string>>;

/** The command `sitegrade`, bundled once for the tests of a file. */
export function useCommand() {
  let bundle: Bundle;
  beforeAll(async () => {
    bundle = await bundleScript(commandScript);
  });
  afterAll(() => bundle.remove());
  return {
    /** Starts it. */
    start: (args: readonly string[], environment: Environment) =>
      startCommand(args, environment, [bundle.script]),
    /** Runs it to its end. */
    run: (args: readonly string[], environment: Environment) =>
      runCommand(args, environment, [bundle.script]),
  };
}
