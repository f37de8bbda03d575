import { errorRecord } from '../log/error-record.ts';

/**
 * Reports the first failure of each kind as a process warning, and ignores later ones.
 *
 * @param known - Secrets that could occur in the error.
 */
export type WarnOnce = (
  code: string,
  message: string,
  error: unknown,
  known?: readonly string[],
) => void;

/** Creates a function that warns of failures that no caller sees. */
export function createWarnOnce(): WarnOnce {
  const warned = new Set<string>();
  return (code, message, error, known) => {
    if (warned.has(code)) return;
    warned.add(code);
    processWarning(code, message, error, known);
  };
}

/**
 * Emits a process warning (`SitegradeWarning`) with the stack of an error.
 *
 * @param known - Secrets that could occur in the error.
 */
export function processWarning(
  code: string,
  message: string,
  thrown: unknown,
  known: readonly string[] = [],
): void {
  const error = errorRecord(thrown, known);
  process.emitWarning(message, {
    type: 'SitegradeWarning',
    code,
    detail: error.stack ?? `${error.name}: ${error.message}`,
  });
}
