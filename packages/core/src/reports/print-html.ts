import { createHash } from 'node:crypto';
import {
  type PrintingRenderer,
  type PrintResult,
  printDocument,
  type Renderer,
} from '@sitegrade/audit';
import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import { type PrintQueue, printQueue } from './print-queue.ts';

/** Who wants a PDF. */
export interface PrintHtmlOptions {
  /** The network of a visitor of a shared page, from `clientNetwork`. Default: the owner wants it. */
  readonly visitor?: string | undefined;
  /** Stops waiting. What is being printed is printed to its end, as others may wait for it. */
  readonly signal?: AbortSignal | undefined;
}

const queues = new WeakMap<Renderer, PrintQueue>();

/** Whether the context has a renderer that prints. */
export function canPrint({ renderer }: Pick<Context, 'renderer'>): boolean {
  return renderer?.print !== undefined;
}

/** Names a document: the same HTML has the same PDF, except for its date. */
export function documentHash(html: string): string {
  return createHash('sha256').update(html).digest('base64url');
}

/**
 * Prints an HTML document of ours, within the limits of {@link printQueue}.
 *
 * @throws SitegradeError `not_acceptable` without a renderer that prints, or if the document is too large; `rate_limited`
 * and `overloaded` with `retryAfterSeconds`, also if the browser fails.
 */
export async function printHtml(
  { renderer }: Pick<Context, 'renderer'>,
  ownerId: string,
  html: string,
  { visitor, signal }: PrintHtmlOptions = {},
): Promise<Uint8Array> {
  if (renderer?.print === undefined) throw printingUnavailable();
  const queue = queueOf(renderer as PrintingRenderer);
  const result = await queue.print(documentHash(html), { ownerId, html, visitor }, signal);
  if (result.kind === 'printed') return result.pdf;
  throw printFailed(result);
}

/** The error where no renderer prints. */
export function printingUnavailable(): SitegradeError {
  const message =
    'This server creates no PDFs: it has no browser that prints them. The same is available as a page and as JSON.';
  return new SitegradeError('not_acceptable', message, { reason: 'renderer_missing' });
}

/** The queue of a renderer, which may belong to several contexts. */
function queueOf(renderer: PrintingRenderer): PrintQueue {
  const known = queues.get(renderer);
  if (known !== undefined) return known;
  const queue = printQueue((ownerId, html) => printDocument(renderer, ownerId, html));
  queues.set(renderer, queue);
  return queue;
}

const retryAfterSeconds = 30;

const messages = {
  renderer_unavailable: 'The browser that prints PDFs is not available, or busy with other pages.',
  render_timed_out: 'The browser took too long to print the PDF.',
  render_crashed: 'The browser failed to print the PDF.',
  render_refused: 'The browser failed to print the PDF.',
} as const;

/** Why a document could not be printed. */
function printFailed({ reason, cause }: Extract<PrintResult, { kind: 'failed' }>): SitegradeError {
  if (reason === 'render_too_large') {
    const message =
      'The document is too large for a PDF. The same is available as a page and as JSON.';
    return new SitegradeError('not_acceptable', message, { reason, cause });
  }
  const message = `${messages[reason]} Retry in ${retryAfterSeconds} s.`;
  return new SitegradeError('overloaded', message, { reason, retryAfterSeconds, cause });
}
