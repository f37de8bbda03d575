import type { FilmFrame } from '@sitegrade/audit';
import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import { processWarning } from '../events/process-warning.ts';
import type { Report } from '../store/report.ts';
import { getReport } from './get-report.ts';

/** The most reports of an owner whose pictures are kept, each of at most 166,000 bytes. Older ones are deleted. */
const maxScreenshots = 500;

/** The pictures of a report. */
export interface ReportPictures {
  /** The first screen of the page on a phone, as JPEG; `null` if the page was not rendered. */
  readonly screen: Uint8Array | null;
  /** What a phone showed while the page was loaded, as small JPEGs; empty if its speed was not measured. */
  readonly film: readonly FilmFrame[];
}

const noPictures: ReportPictures = { screen: null, film: [] };

/**
 * Keeps the pictures of a report that was stored. The report stands if that fails, which is a process warning. They are
 * stored one after the other: the report has the sizes of those of its film.
 *
 * @param pictures - `screenshot` is `null` without one.
 */
export async function keepPictures(
  { store }: Context,
  ownerId: string,
  id: number,
  {
    screenshot,
    film,
  }: { readonly screenshot: Uint8Array | null; readonly film: readonly Uint8Array[] },
): Promise<void> {
  const images = [...(screenshot === null ? [] : [screenshot]), ...film];
  if (images.length === 0) return;
  try {
    const all = new Uint8Array(Buffer.concat(images));
    await store.reports.keepScreenshot(ownerId, id, all, maxScreenshots);
  } catch (error) {
    processWarning('SITEGRADE_SCREENSHOT_LOST', 'The pictures of a report were not stored.', error);
  }
}

/** The pictures of a report of the owner, as far as they are kept. */
export async function findPictures(
  { store }: Context,
  ownerId: string,
  { id, page: { rendering, speed } }: Pick<Report, 'id' | 'page'>,
): Promise<ReportPictures> {
  const film = speed?.status === 'measured' ? speed.load.film : [];
  if (rendering === undefined && film.length === 0) return noPictures;
  const images = await store.reports.findScreenshot(ownerId, id);
  return images === undefined ? noPictures : picturesOf(images, film);
}

/** Takes pictures that are stored one after the other apart. */
function picturesOf(
  images: Uint8Array,
  film: readonly { readonly atMs: number; readonly bytes: number }[],
): ReportPictures {
  let end = images.length;
  const frames = film.toReversed().map(({ atMs, bytes }) => {
    const start = end - bytes;
    const image = images.subarray(start, end);
    end = start;
    return { atMs, image };
  });
  return { screen: end > 0 ? images.subarray(0, end) : null, film: frames.toReversed() };
}

/**
 * The pictures of a report, as JPEG: the first screen of the page on a phone, if the page was rendered, and what a phone
 * showed while the page was loaded, if its speed was measured. Only those of the newest 500 reports of an owner are kept.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the report.
 * @param id - The id of the report.
 * @throws SitegradeError `not_found` if the owner has no report with this id, or there is no picture of it.
 * @example
 * ```ts
 * const { screen } = await getScreenshot(context, 'user-1', 42);
 * if (screen) console.log(`data:image/jpeg;base64,${Buffer.from(screen).toString('base64')}`);
 * ```
 */
export async function getScreenshot(
  context: Context,
  ownerId: string,
  id: number,
): Promise<ReportPictures> {
  const pictures = await findPictures(context, ownerId, await getReport(context, ownerId, id));
  if (pictures.screen === null && pictures.film.length === 0) throw screenshotNotFound();
  return pictures;
}

/** The error for a report without a picture. */
export function screenshotNotFound(): SitegradeError {
  return new SitegradeError('not_found', 'There is no picture of this report.');
}
