/** Longer than the references of XML, and than what begins and ends a section. */
const longest = 36;

const bare = /&(?!#?[\w.:-]{1,32};)/g;

/** Where an ampersand stands for itself, and what ends it: CDATA, comments and processing instructions. */
const sectionEnds: Readonly<Record<string, string>> = {
  '<![CDATA[': ']]>',
  '<!--': '-->',
  '<?': '?>',
};
const sectionStart = /<!\[CDATA\[|<!--|<\?/g;

/** What may go on as a reference, or as the beginning or the end of a section. */
const incomplete = /(?:&#?[\w.:-]*|<(?:!(?:-|\[[CDAT]*)?)?|\]{1,2}|-{1,2}|\?)$/;

/**
 * Escapes ampersands that begin no reference, as of `?a=1&b=2`: an XML parser reads the rest of the file as the name of an
 * entity.
 *
 * @param onBare - Called for each of them, with the text that begins with it and the number of line ends before it.
 * @returns a function that escapes the next part of a file. It keeps back the end of a part that may go on in the next one,
 * unless it is the last.
 */
export function ampersandEscaper(
  onBare: (text: string, linesBefore: number) => void,
): (next: string, isLast?: boolean) => string {
  let rest = '';
  /** What ends the section that has begun. */
  let sectionEnd: string | undefined;
  return (next, isLast = false) => {
    const whole = rest + next;
    const cut = isLast ? whole.length : endOf(whole);
    rest = whole.slice(cut);
    const part = whole.slice(0, cut);
    let [line, counted] = [0, 0];
    const lineAt = (position: number) => {
      for (; counted < position; counted++) if (part[counted] === '\n') line++;
      return line;
    };
    let escaped = '';
    for (let at = 0; at < part.length; ) {
      const start = at;
      if (sectionEnd !== undefined) {
        const found = part.indexOf(sectionEnd, at);
        at = found === -1 ? part.length : found + sectionEnd.length;
        escaped += part.slice(start, at);
        if (found !== -1) sectionEnd = undefined;
        continue;
      }
      sectionStart.lastIndex = at;
      const begun = sectionStart.exec(part);
      at = begun === null ? part.length : sectionStart.lastIndex;
      if (begun !== null) sectionEnd = sectionEnds[begun[0]];
      escaped += part.slice(start, at).replace(bare, (_, offset: number) => {
        const position = start + offset;
        onBare(part.slice(position, position + 60), lineAt(position));
        return '&amp;';
      });
    }
    return escaped;
  };
}

/** Where that begins at the end of a part which may not be complete. */
function endOf(part: string): number {
  const from = Math.max(0, part.length - longest);
  const open = incomplete.exec(part.slice(from));
  return open === null ? part.length : from + open.index;
}
