import type { DocumentedOperation } from './documented-operation.ts';

/** What a request line means by the document. */
export type Meaning =
  | {
      readonly kind: 'operation';
      readonly operation: DocumentedOperation;
      /** The path parameter as sent, where the path has one. */
      readonly id: string | undefined;
    }
  /** A known path with a method that it does not have, and the methods that it has. */
  | { readonly kind: 'other method'; readonly allow: readonly string[] }
  /** Nothing of the document's: the host's own to answer. */
  | { readonly kind: 'unknown path' }
  /** Percent signs that stand for no UTF-8: frameworks refuse it before they look for a route. */
  | { readonly kind: 'undecodable path' };

/** Finds the operation that a method and a path, as sent, are of. HEAD goes with GET. */
export function matchTarget(
  operations: readonly DocumentedOperation[],
  method: string,
  path: string,
): Meaning {
  if (!isDecodable(path)) return { kind: 'undecodable path' };
  const here = operations.filter(({ template }) => patternOf(template).test(path));
  const [first] = here;
  if (first === undefined) return { kind: 'unknown path' };
  const operation = here.find((one) => one.method === (method === 'HEAD' ? 'GET' : method));
  if (operation) return { kind: 'operation', operation, id: idIn(path, operation.template) };
  return {
    kind: 'other method',
    allow: [
      ...here.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : [one.method])),
      'OPTIONS',
    ],
  };
}

function idIn(path: string, template: string): string | undefined {
  const [, id] = patternOf(template).exec(path) ?? [];
  return id === undefined ? undefined : decodeURIComponent(id);
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
