import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe-core finds on a page: the rule and the elements that break it.
 *
 * @param rules - `only` these, or all `but` those that do not apply. Default: all.
 */
export async function findViolations(
  page: Page,
  rules: { readonly only?: readonly string[]; readonly but?: readonly string[] } = {},
): Promise<readonly string[]> {
  // The debugger may run scripts that the page's policy forbids.
  await page.evaluate(axe.source);
  const options = {
    resultTypes: ['violations'],
    rules: Object.fromEntries((rules.but ?? []).map((rule) => [rule, { enabled: false }])),
    ...(rules.only && { runOnly: rules.only }),
  };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.html}`).join(', ')}`,
  );
}
