/** Longer than the references of XML, and than the beginning of a CDATA section. */
const longest = 36;

const bare = /&(?!#?\w{1,32};)/g;

/**
 * Escapes ampersands that begin no reference, as of `?a=1&b=2`: an XML parser reads the rest of the file as the name of an
 * entity. Not within CDATA, where they stand for themselves.
 *
 * @param onBare - Called for each of them, with the text that begins with it and the number of line ends before it.
 * @returns a function that escapes the next part of a file. It keeps back the end of a part that may go on in the next one,
 * unless it is the last.
 */
export function ampersandEscaper(
  onBare: (text: string, linesBefore: number) => void,
): (next: string, isLast?: boolean) => string {
  let rest = '';
  let isCData = false;
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
      const found = part.indexOf(isCData ? ']]>' : '<![CDATA[', at);
      const end = found === -1 ? part.length : found + (isCData ? 3 : 9);
      const text = part.slice(at, end);
      const start = at;
      escaped += isCData
        ? text
        : text.replace(bare, (_, offset: number) => {
            const position = start + offset;
            onBare(part.slice(position, position + 60), lineAt(position));
            return '&amp;';
          });
      if (found !== -1) isCData = !isCData;
      at = end;
    }
    return escaped;
  };
}

/** Where a reference, a section or its end begins that may not be complete. */
function endOf(part: string): number {
  const from = Math.max(0, part.length - longest);
  const open = /&#?\w*$|<[![CDAT]*$|\]{1,2}$/.exec(part.slice(from));
  return open === null ? part.length : from + open.index;
}
