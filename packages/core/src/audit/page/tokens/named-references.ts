import { Tokenizer } from 'htmlparser2';
import { ownCopy } from '../own-copy.ts';
import { codeAt } from './names.ts';
import type { Reference } from './numeric-references.ts';

/** The longest name, CounterClockwiseContourIntegral, has 31 characters. */
const nameLimit = 32;
/** Names are remembered up to this many. Pages use few, and a strange page may not fill memory. */
const rememberedLimit = 4_096;
const remembered = new Map<string, Reference | null>();

/**
 * The named reference at an offset; `null` where there is none. The longest name that fits counts,
 * and some need no semicolon: except in an attribute, before `=` or a letter or a digit.
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
    remembered.set(ownCopy(source), reference);
  }
  return reference;
}

/** htmlparser2 brings the standard's table of names; nothing else of it is needed here. */
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
