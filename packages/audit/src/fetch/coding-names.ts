/**
 * Content codings, all of which compress but `aes128gcm` (https://www.iana.org/assignments/http-parameters), under their
 * old names, too.
 */
const codings: ReadonlySet<string> = new Set([
  ...['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'dcb', 'dcz', 'compress', 'x-compress'],
  ...['exi', 'pack200-gzip', 'aes128gcm'],
]);

/** What a `Content-Encoding` header names, in lower case, without `identity`. */
export function readCodings(values: readonly string[] = []): {
  readonly codings: readonly string[];
  /** Names that are not a coding, such as `none` or `utf-8`. */
  readonly unknown: readonly string[];
} {
  const names = values
    .flatMap((value) => value.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  return {
    codings: names.filter((name) => codings.has(name)),
    unknown: names.filter((name) => !codings.has(name)),
  };
}
