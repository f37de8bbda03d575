import type { OpenApiDocument, ReferenceObject } from '../openapi/document-objects.ts';

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
