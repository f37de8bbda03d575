import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe-core finds on a page: the rule and the elements that break it.
 *
 * @param except - Rules that do not apply.
 */
export async function findViolations(
  page: Page,
  except: readonly string[] = [],
): Promise<readonly string[]> {
  // The debugger may run scripts that the page's policy forbids.
  await page.evaluate(axe.source);
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]));
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ resultTypes: ['violations'], rules: ${JSON.stringify(rules)} })`,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.html}`).join(', ')}`,
  );
}
