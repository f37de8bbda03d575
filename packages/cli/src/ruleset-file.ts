import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Ruleset } from '@sitegrade/core/checks';

/**
 * Loads a JavaScript module that exports a ruleset, as `ruleset` or by default.
 *
 * @throws Error with the file if it cannot be loaded or exports no ruleset.
 */
export async function loadRuleset(file: string): Promise<Ruleset> {
  const module: Readonly<Record<string, unknown>> = await import(
    pathToFileURL(resolve(file)).href
  ).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} could not be loaded: ${reason}`, { cause: error });
  });
  const found = module.ruleset ?? module.default;
  if (isRuleset(found)) return found;
  throw new Error(
    `${file} must export a ruleset, as \`ruleset\` or by default: extendRuleset(defaultRuleset, …) of @sitegrade/core/checks.`,
  );
}

/** The context validates its checks. */
function isRuleset(value: unknown): value is Ruleset {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    typeof value.version === 'string' &&
    'checks' in value &&
    Array.isArray(value.checks)
  );
}
