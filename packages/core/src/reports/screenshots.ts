import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import { processWarning } from '../events/process-warning.ts';
import type { Report } from '../store/report.ts';
import { getReport } from './get-report.ts';

/** The most pictures that are kept of an owner, each of at most 100,000 bytes. Older ones are deleted. */
const maxScreenshots = 500;

/**
 * Keeps the picture of a report that was stored. The report stands if that fails, which is a process warning.
 *
 * @param image - `null` if there is none.
 */
export async function keepScreenshot(
  { store }: Context,
  ownerId: string,
  id: number,
  image: Uint8Array | null,
): Promise<void> {
  if (image === null) return;
  try {
    await store.reports.keepScreenshot(ownerId, id, image, maxScreenshots);
  } catch (error) {
    processWarning('SITEGRADE_SCREENSHOT_LOST', 'The picture of a report was not stored.', error);
  }
}

/** The picture of a report of the owner; `undefined` if there is none. */
export async function findScreenshot(
  { store }: Context,
  ownerId: string,
  { id, page }: Pick<Report, 'id' | 'page'>,
): Promise<Uint8Array | undefined> {
  return page.rendering === undefined ? undefined : store.reports.findScreenshot(ownerId, id);
}

/**
 * The picture of a report: the first screen of the page on a phone, as JPEG. Only pages that were rendered have one, and
 * only the newest 500 of an owner are kept.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the report.
 * @param id - The id of the report.
 * @throws SitegradeError `not_found` if the owner has no report with this id, or there is no picture of it.
 * @example
 * ```ts
 * const image = await getScreenshot(context, 'user-1', 42);
 * console.log(`data:image/jpeg;base64,${Buffer.from(image).toString('base64')}`);
 * ```
 */
export async function getScreenshot(
  context: Context,
  ownerId: string,
  id: number,
): Promise<Uint8Array> {
  const image = await findScreenshot(context, ownerId, await getReport(context, ownerId, id));
  if (image === undefined) throw screenshotNotFound();
  return image;
}

/** The error for a report without a picture. */
export function screenshotNotFound(): SitegradeError {
  return new SitegradeError('not_found', 'There is no picture of this report.');
}
