/** Types of classic scripts: https://mimesniff.spec.whatwg.org/#javascript-mime-type */
const javaScript =
  /^(?:(?:application|text)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))$/;

/** Whether a script of this type is a classic one, and not a module or data. */
export function isClassicScript(type: string | null): boolean {
  // A type with parameters is none that browsers run.
  return type === null || type === '' || javaScript.test(type.trim().toLowerCase());
}

/** Whether browsers run a script of this type. */
export function isRunAsScript(type: string | null): boolean {
  return isClassicScript(type) || type?.trim().toLowerCase() === 'module';
}
