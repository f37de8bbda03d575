import { printLimits, printWaitMs } from '../render/print-limits.ts';
import type { PrintResult, Renderer } from '../render/renderer.ts';
import { placesOf } from './places.ts';

/** A renderer that prints. */
export type PrintingRenderer = Renderer & Required<Pick<Renderer, 'print'>>;

/** What may end a printing beside its limits, and what they are. */
interface PrintOptions {
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for a place, in milliseconds. */
  readonly waitMs?: number;
}

/**
 * Prints a document, in a place of the renderer that the owner gets in turn with renderings of pages.
 *
 * It does not throw if the document cannot be printed.
 *
 * @throws the reason of the signal.
 */
export async function printDocument(
  renderer: PrintingRenderer,
  ownerId: string,
  html: string,
  { signal, waitMs = printWaitMs }: PrintOptions = {},
): Promise<PrintResult> {
  const ended = new AbortController();
  const end = () => ended.abort(signal?.reason);
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  const busy = new Error('The renderer was busy with other pages for too long.');
  const timer = setTimeout(() => ended.abort(busy), waitMs);
  try {
    const release = await placesOf(renderer).acquire(ownerId, 1, ended.signal);
    clearTimeout(timer);
    return await printNow(renderer, html, ended).finally(() => release());
  } catch (cause) {
    signal?.throwIfAborted();
    return { kind: 'failed', reason: 'renderer_unavailable', cause };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    // A renderer that goes on without being asked would be heard by no one.
    ended.abort(new Error('The printing is over.'));
  }
}

/** How much longer a renderer may take than its limit, to start and to end. */
const marginMs = 2_000;

async function printNow(
  renderer: PrintingRenderer,
  html: string,
  ended: AbortController,
): Promise<PrintResult> {
  const { signal } = ended;
  signal.throwIfAborted();
  // A renderer has its own limits. This one holds for one that does not.
  const late = new Error('The renderer did not end in time.');
  const timer = setTimeout(() => ended.abort(late), printLimits.totalMs + marginMs);
  const isOver = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    const printed = renderer.print({ html, limits: printLimits }, signal);
    return await Promise.race([printed, isOver]);
  } catch (cause) {
    if (cause !== late) throw cause;
    return { kind: 'failed', reason: 'render_timed_out', cause };
  } finally {
    clearTimeout(timer);
  }
}
