/** Longer than the references of XML, and than what begins a section. */
const longest = 36;

const bare = /&(?!#?[\w.:-]{1,32};)/g;

/** Where an ampersand stands for itself, and what ends it: CDATA, comments and processing instructions. */
const sectionEnds: Readonly<Record<string, string>> = {
  '<![CDATA[': ']]>',
  '<!--': '-->',
  '<?': '?>',
};
const sectionStart = /<!\[CDATA\[|<!--|<\?/g;

/** What may go on as a reference, or as the beginning of a section. */
const incomplete = /(?:&#?[\w.:-]*|<(?:!(?:-|\[[CDAT]*)?)?)$/;

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
    const part = rest + next;
    let [line, counted] = [0, 0];
    const lineAt = (position: number) => {
      for (; counted < position; counted++) if (part[counted] === '\n') line++;
      return line;
    };
    let escaped = '';
    let at = 0;
    for (;;) {
      const start = at;
      if (sectionEnd !== undefined) {
        const found = part.indexOf(sectionEnd, start);
        at =
          found === -1
            ? Math.max(start, part.length - (isLast ? 0 : sectionEnd.length - 1))
            : found + sectionEnd.length;
        escaped += part.slice(start, at);
        if (found === -1) break;
        sectionEnd = undefined;
        continue;
      }
      sectionStart.lastIndex = start;
      const begun = sectionStart.exec(part);
      if (begun !== null) at = sectionStart.lastIndex;
      else at = isLast ? part.length : Math.max(start, completeLength(part));
      escaped += part.slice(start, at).replace(bare, (_, offset: number) => {
        const position = start + offset;
        onBare(part.slice(position, position + 60), lineAt(position));
        return '&amp;';
      });
      if (begun === null) break;
      sectionEnd = sectionEnds[begun[0]];
    }
    rest = part.slice(at);
    return escaped;
  };
}

/** The length of a part without an end that may not be complete. */
function completeLength(part: string): number {
  const from = Math.max(0, part.length - longest);
  const open = incomplete.exec(part.slice(from));
  return open === null ? part.length : from + open.index;
}
