import type { PrintResult, Renderer } from '@sitegrade/core';

/** A renderer without a browser, and what it was asked to print. */
interface FakePrinter extends Renderer {
  /** The documents, in the order in which their printing began. */
  readonly printed: string[];
  /** Lets the next documents wait until the returned function is called. */
  hold(): () => void;
  /** What the next documents result in. Default: a PDF. */
  failWith(result: PrintResult | undefined): void;
}

/** The PDF that it prints. */
export const fakePdf = '%PDF-1.4 a few sheets';

/** Creates a renderer that loads no pages, and prints all documents alike. */
export function fakePrinter(): FakePrinter {
  const printed: string[] = [];
  let held: Promise<void> = Promise.resolve();
  let failure: PrintResult | undefined;
  return {
    pages: 20,
    printed,
    hold() {
      let release: () => void = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    failWith(result) {
      failure = result;
    },
    render: async () => ({ kind: 'failed', reason: 'renderer_unavailable' }),
    print: async ({ html }) => {
      printed.push(html);
      const result = failure;
      await held;
      return result ?? { kind: 'printed', pdf: Buffer.from(fakePdf) };
    },
    close: async () => {},
  };
}
