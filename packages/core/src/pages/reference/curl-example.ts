import type {
  DocumentMethod,
  OperationObject,
  ParameterObject,
} from '../../http/document-objects.ts';

/** An operation to call. */
interface CurlCall {
  /** With the path parameters in braces. */
  readonly url: string;
  readonly method: DocumentMethod;
  readonly operation: OperationObject;
  readonly parameters: readonly ParameterObject[];
  /** Whether to send an API key. */
  readonly withKey: boolean;
}

/** A curl command that can be pasted into a shell in which `SITEGRADE_KEY` is set. */
export function curlExample({ url, method, operation, parameters, withKey }: CurlCall): string {
  const filled = url.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(
      String(parameters.find((parameter) => parameter.name === name)?.example ?? 1),
    ),
  );
  const form = operation.requestBody?.content['application/x-www-form-urlencoded'];
  const [example] = Object.values(form?.examples ?? {});
  const fields = Object.entries((example?.value ?? {}) as Readonly<Record<string, unknown>>);
  // With a body, curl defaults to POST.
  const methodFlag =
    method === 'get' || (method === 'post' && form) ? '' : ` -X ${method.toUpperCase()}`;
  return [
    `curl${methodFlag} ${shellQuote(filled)}`,
    ...(withKey ? ['-H "Authorization: Bearer $SITEGRADE_KEY"'] : []),
    ...fields.flatMap(([name, value]) =>
      [value].flat().map((item) => `--data-urlencode ${shellQuote(`${name}=${item}`)}`),
    ),
  ].join(' \\\n  ');
}

/** Quotes a string for a POSIX shell. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
