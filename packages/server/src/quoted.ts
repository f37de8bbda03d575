/** Characters that have no shape, control a terminal or reorder the text around them, and white space like a space. */
const hidden = /[\p{C}\p{Default_Ignorable_Code_Point}]|(?! )\p{Z}/gu;

/**
 * A name that someone else has chosen, for a terminal: in quotes, as JSON that has `\u202e` and the like for what would
 * be hidden, so that two names look alike only where their letters do.
 */
export function quoted(name: string): string {
  return JSON.stringify(name).replace(hidden, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** The same as a word that can be pasted into a shell, such as `bash` or `zsh`, which then runs nothing of it. */
export function shellWord(name: string): string {
  if (!/["'$`\\!]/.test(name) && name.search(hidden) === -1) return `"${name}"`;
  const escaped = name
    .replace(/[\\']/g, '\\$&')
    .replace(hidden, (character) => Buffer.from(character).toString('hex').replace(/../g, '\\x$&'));
  return `$'${escaped}'`;
}
