/** The longest id of an owner, in bytes of UTF-8. */
const maxBytes = 255;

/**
 * Characters that people cannot see in a list, or that reorder it, white space that looks like a space or its absence,
 * and the one that replaces letters which another program could not read.
 */
const notAllowed = /[\p{C}\p{Default_Ignorable_Code_Point}\ufffd]|(?! )\p{Z}|^ | $/u;

/** What {@link userNameIssue} allows, for messages and for the help. */
export const allowedUserName =
  'letters, digits, punctuation, symbols, and spaces (U+0020) between them, in NFC, of 1 to 255 bytes';

/**
 * What is wrong with the name of a user of a proxy login, which becomes the id of an owner; `undefined` if nothing.
 *
 * Two names that differ in a byte are two owners: a name is used as it was sent, and never trimmed, decoded, normalised
 * or changed in case. So a name that people or programs could take for another one is refused: one with control,
 * format or invisible characters, with other white space than U+0020, or in another form than NFC, which looks the
 * same and is the one of RFC 8265, section 3.4. Upper and lower case, and letters of other scripts that look alike,
 * are separate names.
 *
 * @returns The end of a sentence: `has U+FEFF`.
 */
export function userNameIssue(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (Buffer.byteLength(name) > maxBytes) return `has more than ${maxBytes} bytes`;
  const [character] = notAllowed.exec(name) ?? [];
  if (character !== undefined) return `has ${codePointOf(character)}${placeOf(name, character)}`;
  return name === name.normalize('NFC') ? undefined : 'is not in NFC (Unicode normalization)';
}

function codePointOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${code.padStart(4, '0')}`;
}

function placeOf(name: string, character: string): string {
  if (name.startsWith(character)) return ' at its beginning';
  return name.endsWith(character) ? ' at its end' : '';
}
