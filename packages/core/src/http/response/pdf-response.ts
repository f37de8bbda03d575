import type { Context } from '../../context/context.ts';
import {
  canPrint,
  documentHash,
  type PrintHtmlOptions,
  printHtml,
  printingUnavailable,
} from '../../reports/print-html.ts';
import type { Printed } from '../printed-document.ts';
import { type ApiResponse, withBody } from './response.ts';

/** A document and what it is about. */
interface PdfDocument extends PrintHtmlOptions {
  readonly context: Context;
  readonly ownerId: string;
  readonly html: string;
  readonly printed: Printed;
}

/**
 * Responds with a document as PDF. It is printed when the response is sent: not for HEAD, and not for a client that has
 * it. Its entity tag is weak, as printing the same document again changes the date in the PDF.
 *
 * @throws SitegradeError `not_acceptable` without a renderer that prints. The body throws those of `printHtml`.
 */
export function pdfResponse(
  { context, ownerId, html, printed, ...options }: PdfDocument,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  requirePrinting(context);
  return withBody(200, pdf(), {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${fileNameOf(context, printed)}"`,
    etag: `W/"${documentHash(html)}"`,
    ...headers,
  });

  async function* pdf() {
    yield await printHtml(context, ownerId, html, options);
  }
}

/** @throws SitegradeError `not_acceptable` without a renderer that prints. */
export function requirePrinting(context: Pick<Context, 'renderer'>): void {
  if (!canPrint(context)) throw printingUnavailable();
}

/** `report-example.com-2026-11-28.pdf`. A domain may be an IPv6 address in brackets. */
function fileNameOf(context: Context, printed: Printed): string {
  const { domain, at } = aboutOf(context, printed);
  const name = domain
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replaceAll(/^[.-]+|[.-]+$/g, '');
  const day = at.toISOString().slice(0, 10);
  return `${[printed.kind, name.slice(0, 100), day].filter((part) => part !== '').join('-')}.pdf`;
}

/** What the file is about, and of when it is. */
function aboutOf(
  { now }: Context,
  printed: Printed,
): { readonly domain: string; readonly at: Date } {
  switch (printed.kind) {
    case 'report':
      return { domain: printed.report.domain, at: printed.report.createdAt };
    case 'crawl':
      return { domain: printed.crawl.domain ?? '', at: printed.crawl.createdAt };
    case 'website':
      return { domain: printed.website.domain, at: now() };
  }
}
