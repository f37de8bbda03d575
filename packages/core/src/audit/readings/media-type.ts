/** The media type of a response, lower-case, without parameters; `''` if there is none. */
export function mediaTypeOf(headers: ReadonlyMap<string, readonly string[]>): string {
  const [value = ''] = headers.get('content-type') ?? [];
  return (value.split(';', 1)[0] ?? '').trim().toLowerCase();
}
