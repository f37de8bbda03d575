import type { ScriptFact } from '../../page/page-facts.ts';

/** JavaScript's names (https://mimesniff.spec.whatwg.org/#javascript-mime-type), without `text/` and `application/`. */
const scriptType =
  /^(?:(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))$/;

/** Whether a script is data to the page's other scripts: it runs nothing and loads nothing. */
export function isDataBlock({ type }: ScriptFact): boolean {
  const name = type?.trim().toLowerCase() ?? '';
  return name !== '' && name !== 'module' && !scriptType.test(name);
}
