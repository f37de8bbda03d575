import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Ruleset, requireRuleset } from '@sitegrade/audit/checks';
import { isError } from '@sitegrade/foundation/errors';

/**
 * Loads a JavaScript module that exports a ruleset, as `ruleset` or by default.
 *
 * @param file - Its path, relative to the working directory.
 * @throws Error with the file if it cannot be loaded or exports no valid ruleset.
 */
export async function loadRuleset(file: string): Promise<Ruleset> {
  const module: Readonly<Record<string, unknown>> = await import(
    pathToFileURL(resolve(file)).href
  ).catch((error: unknown) => {
    const reason = isError(error) ? error.message : String(error);
    throw new Error(`${file} could not be loaded: ${reason}`, { cause: error });
  });
  const found = module.ruleset ?? module.default;
  if (isRuleset(found)) return validated(file, found);
  throw new Error(
    `${file} must export a ruleset, as \`ruleset\` or by default: extendRuleset(defaultRuleset, …) of @sitegrade/core/checks.`,
  );
}

function validated(file: string, ruleset: Ruleset): Ruleset {
  try {
    return requireRuleset(ruleset);
  } catch (error) {
    const reason = isError(error) ? error.message : String(error);
    throw new Error(`${file} exports a ruleset that is not valid: ${reason}`, { cause: error });
  }
}

/** Whether it has the parts of a ruleset, before its checks are validated. */
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
