/** The media type of a response, lower-case, without parameters; `''` if there is none. */
export function mediaTypeOf(headers: ReadonlyMap<string, readonly string[]>): string {
  const [value = ''] = headers.get('content-type') ?? [];
  return (value.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** Types of classic scripts: https://mimesniff.spec.whatwg.org/#javascript-mime-type */
const javaScript =
  /^(?:(?:application|text)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))$/;

/** Whether browsers run a script of this type as a classic script, not as a module. */
export function isClassicScript(type: string | null): boolean {
  // Browsers do not run types with parameters.
  if (type === null || type === '' || type === 'text/javascript') return true;
  return javaScript.test(type.trim().toLowerCase());
}

/** Whether browsers run a script of this type. */
export function isRunAsScript(type: string | null): boolean {
  return type === 'module' || isClassicScript(type) || type?.trim().toLowerCase() === 'module';
}
