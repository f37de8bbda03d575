import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe-core finds on a page: the rule and the elements that break it.
 *
 * @param rules - Only these. Default: all.
 */
export async function findViolations(
  page: Page,
  rules: readonly string[] = [],
): Promise<readonly string[]> {
  // The debugger may run scripts that the page's policy forbids.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify({
      resultTypes: ['violations'],
      ...(rules.length > 0 && { runOnly: rules }),
    })})`,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.html}`).join(', ')}`,
  );
}
