import type { Protocol } from 'devtools-protocol';
import { type OpenPage, worldName } from './open-page.ts';
import { RenderFault } from './render-ending.ts';

/** Runs scripts in a world of a page that shares its document with the page's scripts, and nothing else. */
export interface PageWorld {
  /** Calls a function, given as source, and returns what it returns. */
  call(source: string, ...values: readonly unknown[]): Promise<unknown>;
  /** Its number, for commands of the protocol. */
  readonly id: number;
  /** Calls a function, given as source, and returns handles of the objects in the list that it returns. */
  objects(source: string, ...values: readonly unknown[]): Promise<readonly string[]>;
  /** Calls a function with the object of a handle. */
  take(source: string, objectId: string): Promise<void>;
  /** Runs a script. */
  run(source: string): Promise<void>;
}

/** Creates that world in the page's document. */
export async function openWorld({ send, mainFrame }: OpenPage): Promise<PageWorld> {
  const { executionContextId } = await send('Page.createIsolatedWorld', {
    frameId: mainFrame,
    worldName,
  });
  const callWith = async (
    source: string,
    args: Protocol.Runtime.CallArgument[],
    returnByValue: boolean,
  ) => {
    const { result, exceptionDetails } = await send('Runtime.callFunctionOn', {
      functionDeclaration: source,
      executionContextId,
      arguments: args,
      returnByValue,
      awaitPromise: true,
    });
    if (exceptionDetails) throw scriptFault(exceptionDetails);
    return result;
  };
  const valuesOf = (values: readonly unknown[]) => values.map((value) => ({ value }));
  return {
    id: executionContextId,
    call: async (source, ...values) => (await callWith(source, valuesOf(values), true)).value,
    async objects(source, ...values) {
      const { objectId } = await callWith(source, valuesOf(values), false);
      if (objectId === undefined) return [];
      const { result } = await send('Runtime.getProperties', { objectId, ownProperties: true });
      return result.flatMap(({ name, value }) =>
        /^\d+$/.test(name) && value?.objectId !== undefined ? [value.objectId] : [],
      );
    },
    async take(source, objectId) {
      await callWith(source, [{ objectId }], true);
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
