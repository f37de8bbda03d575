import type { PrintRequest } from '@sitegrade/core';
import type { Browser } from './browser.ts';
import { hideVersions } from './hide-versions.ts';
import { type OpenDocument, openDocument } from './open-document.ts';
import { type RenderEnding, RenderFault } from './render-ending.ts';
import type { UsageWatch } from './usage-watch.ts';

/** A4 in inches. */
const a4 = { paperWidth: 8.27, paperHeight: 11.69 } as const;

/** How much of a PDF is read at a time, in bytes. */
const chunkBytes = 1024 * 1024;

/**
 * Prints a document to PDF, and closes it.
 *
 * @throws RenderFault
 */
export async function printDocument(
  browser: Browser,
  usage: Pick<UsageWatch, 'open'>,
  { html, limits }: PrintRequest,
  ending: RenderEnding,
): Promise<Uint8Array> {
  if (Buffer.byteLength(html) > limits.htmlBytes)
    throw new RenderFault('render_too_large', 'The document is too large to be printed.');
  const document = await openDocument(browser, usage, html, ending);
  try {
    const { stream = '' } = await document.send('Page.printToPDF', {
      ...a4,
      printBackground: true,
      // The margins are those of its stylesheet.
      preferCSSPageSize: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
      transferMode: 'ReturnAsStream',
    });
    return await readStream(document, stream, limits.pdfBytes);
  } finally {
    await document.close();
  }
}

async function readStream(
  { send }: OpenDocument,
  handle: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { data, base64Encoded, eof } = await send('IO.read', { handle, size: chunkBytes });
    const chunk = Buffer.from(data, base64Encoded ? 'base64' : 'latin1');
    size += chunk.length;
    // Its profile is deleted, and the stream with it.
    if (size > maxBytes) throw new RenderFault('render_too_large', 'The PDF is too large.');
    chunks.push(chunk);
    if (eof) break;
  }
  await send('IO.close', { handle });
  return hideVersions(Buffer.concat(chunks));
}
