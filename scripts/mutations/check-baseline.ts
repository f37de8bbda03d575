import type { Mutant } from './mutant.ts';
import { runTests } from './run-tests.ts';

/**
 * Runs the same tests on the code as it is: a test that fails anyway, or that is not there, proves
 * nothing.
 *
 * @returns what is wrong, a line each.
 */
export async function checkBaseline(
  root: string,
  mutants: readonly Mutant[],
): Promise<readonly string[]> {
  const files = [...new Set(mutants.map(({ tests }) => tests))];
  const { passed, ran, output } = await runTests(root, { files, stopAtFirstFailure: false });
  const failed = ran.filter(({ status }) => status === 'failed');
  const wrong = failed.map(({ file, name }) => `${file} fails without any mutant: ${name}`);
  if (!passed && wrong.length === 0) wrong.push(`the tests cannot run: ${output.slice(-1000)}`);
  for (const { name, tests, by = '' } of mutants) {
    const named = ran.some((test) => test.file === tests && new RegExp(by).test(test.name));
    if (!named) wrong.push(`${name}: ${tests} has no test like "${by}"`);
  }
  return wrong;
}
