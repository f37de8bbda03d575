import type { VNode } from 'preact';
import { english as text } from '../english.ts';

/** A button that downloads what a page is about as PDF. Nothing where no renderer prints. */
export function PdfLink({ href }: { readonly href: string | undefined }): VNode | null {
  if (href === undefined) return null;
  return (
    // Printing costs more than a page, which crawlers need not cause.
    <a class="button plain" href={href} rel="nofollow">
      {text.layout.pdf}
      <span class="hidden">: {text.layout.pdfText}</span>
    </a>
  );
}
