import type {
  DocumentMethod,
  OpenApiDocument,
  OperationObject,
  ReferenceObject,
} from '../../http/document-objects.ts';

/** The content type of errors. */
export const problemType = 'application/problem+json';

/** An operation with its path and method. */
export interface OperationEntry {
  readonly path: string;
  readonly method: DocumentMethod;
  readonly operation: OperationObject;
}

/** The operations of the document, in order. */
export function operationsOf({ paths }: OpenApiDocument): readonly OperationEntry[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    (Object.entries(item) as [DocumentMethod, OperationObject][]).map(([method, operation]) => ({
      path,
      method,
      operation,
    })),
  );
}

/** The operations with a tag, in order. */
export function taggedOperations(
  document: OpenApiDocument,
  tag: string,
): readonly OperationEntry[] {
  return operationsOf(document).filter(({ operation }) => operation.tags.includes(tag));
}

/** The id of the section about a tag. */
export function tagAnchor(name: string): string {
  return `tag-${name.toLowerCase()}`;
}

/**
 * Resolves a reference. Other parts of the document are returned unchanged.
 *
 * @throws RangeError if the reference is broken.
 */
export function resolveRef<Part extends object>(
  document: OpenApiDocument,
  part: Part | ReferenceObject,
): Part {
  if (!('$ref' in part) || part.$ref === undefined) return part as Part;
  const keys = part.$ref.slice(2).split('/');
  const found = keys.reduce<unknown>(
    (inner, key) => (inner as Readonly<Record<string, unknown>> | undefined)?.[key],
    document,
  );
  if (found === undefined) throw new RangeError(`${part.$ref} is not in the document`);
  return found as Part;
}
