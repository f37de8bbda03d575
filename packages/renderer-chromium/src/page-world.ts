import { type OpenPage, worldName } from './open-page.ts';
import { RenderFault } from './render-ending.ts';

/** Runs scripts in a world of a page that shares its document with the page's scripts, and nothing else. */
export interface PageWorld {
  /** Calls a function, given as source, and returns what it returns. */
  call(source: string, ...values: readonly unknown[]): Promise<unknown>;
  /** Runs a script. */
  run(source: string): Promise<void>;
}

/** Creates that world in the page's document. */
export async function openWorld({ send, mainFrame }: OpenPage): Promise<PageWorld> {
  const { executionContextId } = await send('Page.createIsolatedWorld', {
    frameId: mainFrame,
    worldName,
  });
  return {
    async call(source, ...values) {
      const { result, exceptionDetails } = await send('Runtime.callFunctionOn', {
        functionDeclaration: source,
        executionContextId,
        arguments: values.map((value) => ({ value })),
        returnByValue: true,
        awaitPromise: true,
      });
      if (exceptionDetails) throw scriptFault(exceptionDetails);
      return result.value;
    },
    async run(source) {
      const { exceptionDetails } = await send('Runtime.evaluate', {
        expression: source,
        contextId: executionContextId,
        returnByValue: true,
      });
      if (exceptionDetails) throw scriptFault(exceptionDetails);
    },
  };
}

function scriptFault({
  text,
  exception,
}: {
  readonly text: string;
  readonly exception?: { readonly description?: string };
}): RenderFault {
  const message = (exception?.description ?? text).slice(0, 300);
  return new RenderFault('render_crashed', `A script of ours failed in the page: ${message}`);
}
