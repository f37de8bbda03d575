import { Tokenizer } from 'htmlparser2';
import { flattenString } from '../flatten-string.ts';
import { codeAt } from './names.ts';
import type { Reference } from './numeric-references.ts';

/** The longest name, CounterClockwiseContourIntegral, has 31 characters. */
const nameLimit = 32;
/** Names that are cached. Normal pages use few, and a hostile page must not fill memory. */
const rememberedLimit = 4_096;
const remembered = new Map<string, Reference | null>();

/**
 * The named reference at an offset; `null` where there is none. The longest matching name counts.
 * Some names need no semicolon, except in an attribute before `=`, a letter or a digit.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state
 */
export function namedReference(text: string, at: number, inAttribute: boolean): Reference | null {
  let end = at + 1;
  while (end - at <= nameLimit && isAlphanumeric(codeAt(text, end))) end++;
  if (end === at + 1) return null;
  if (text[end] === ';') end++;
  const reference = lookUp(text.slice(at, end));
  if (reference === null || !inAttribute || text[at + reference.length - 1] === ';') {
    return reference;
  }
  const next = codeAt(text, at + reference.length);
  return next === 61 || isAlphanumeric(next) ? null : reference;
}

function lookUp(source: string): Reference | null {
  let reference = remembered.get(source);
  if (reference === undefined) {
    reference = decode(source);
    if (remembered.size >= rememberedLimit) remembered.clear();
    remembered.set(flattenString(source), reference);
  }
  return reference;
}

/** Uses htmlparser2 only for its table of the standard's names. */
function decode(source: string): Reference | null {
  let text = '';
  let length = 0;
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontextentity: (codePoint, end) => {
        text += String.fromCodePoint(codePoint);
        length = end;
      },
      onattribdata: ignore,
      onattribend: ignore,
      onattribentity: ignore,
      onattribname: ignore,
      oncdata: ignore,
      onclosetag: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onopentagname: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
      ontext: ignore,
    },
  );
  tokenizer.write(source);
  tokenizer.end();
  return length === 0 ? null : { text, length };
}

function isAlphanumeric(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}
