import type { Page } from 'playwright-core';

/** Presses a button by its label and waits for the next page. */
export async function submit(page: Page, name: string): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name, exact: true }).click();
  await loaded;
}
