import type { Context } from '../../context/context.ts';
import {
  canPrint,
  documentHash,
  type PrintHtmlOptions,
  printHtml,
  printingUnavailable,
} from '../../reports/print-html.ts';
import type { Report } from '../../store/report.ts';
import { type ApiResponse, withBody } from './response.ts';

/** A document and the report that it is about. */
interface PdfDocument extends PrintHtmlOptions {
  readonly context: Context;
  readonly ownerId: string;
  readonly html: string;
  readonly report: Pick<Report, 'domain' | 'createdAt'>;
}

/**
 * Responds with a document as PDF. It is printed when the response is sent: not for HEAD, and not for a client that has
 * it. Its entity tag is weak, as printing the same document again changes the date in the PDF.
 *
 * @throws SitegradeError `not_acceptable` without a renderer that prints. The body throws those of `printHtml`.
 */
export function pdfResponse(
  { context, ownerId, html, report, ...options }: PdfDocument,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  requirePrinting(context);
  return withBody(200, printed(), {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${fileNameOf(report)}"`,
    etag: `W/"${documentHash(html)}"`,
    ...headers,
  });

  async function* printed() {
    yield await printHtml(context, ownerId, html, options);
  }
}

/** @throws SitegradeError `not_acceptable` without a renderer that prints. */
export function requirePrinting(context: Pick<Context, 'renderer'>): void {
  if (!canPrint(context)) throw printingUnavailable();
}

/** `report-example.com-2026-11-28.pdf`. A domain may be an IPv6 address in brackets. */
function fileNameOf({ domain, createdAt }: PdfDocument['report']): string {
  const name = domain
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replaceAll(/^[.-]+|[.-]+$/g, '');
  const day = createdAt.toISOString().slice(0, 10);
  return `${['report', name.slice(0, 100), day].filter((part) => part !== '').join('-')}.pdf`;
}
