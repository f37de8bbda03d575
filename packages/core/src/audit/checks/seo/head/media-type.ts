/** The media type that a response is served as, lower-case, without parameters; `''` for none. */
export function mediaTypeOf(headers: ReadonlyMap<string, readonly string[]>): string {
  const [value = ''] = headers.get('content-type') ?? [];
  return (value.split(';', 1)[0] ?? '').trim().toLowerCase();
}
