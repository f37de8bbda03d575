import type {
  DocumentMethod,
  OperationObject,
  ParameterObject,
} from '../openapi/document-objects.ts';

/** An operation to be called. */
export interface Called {
  /** With the path's parameters in braces. */
  readonly url: string;
  readonly method: DocumentMethod;
  readonly operation: OperationObject;
  readonly parameters: readonly ParameterObject[];
  /** Whether an API key goes with it. */
  readonly withKey: boolean;
}

/** A call of an operation that can be pasted into a shell once `SITEGRADE_KEY` is set. */
export function curlExample({ url, method, operation, parameters, withKey }: Called): string {
  const filled = url.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters.find((one) => one.name === name)?.example ?? 1)),
  );
  const form = operation.requestBody?.content['application/x-www-form-urlencoded'];
  const [example] = Object.values(form?.examples ?? {});
  const fields = Object.entries((example?.value ?? {}) as Readonly<Record<string, unknown>>);
  // With a body curl sends a POST by itself.
  const verb = method === 'get' || (method === 'post' && form) ? '' : ` -X ${method.toUpperCase()}`;
  return [
    `curl${verb} ${quoted(filled)}`,
    ...(withKey ? ['-H "Authorization: Bearer $SITEGRADE_KEY"'] : []),
    ...fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ].join(' \\\n  ');
}

/** One word for a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
