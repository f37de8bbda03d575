/** The length of lines that every mail program shows whole (RFC 5322, 2.1.1). */
const maxLine = 78;

/**
 * Wraps a text of one line at its spaces. A word that is longer than a line, such as a URL, stays whole.
 *
 * @param prefix - What the first line begins with. The others are indented as far.
 */
export function wrap(text: string, prefix = ''): string {
  const indent = ' '.repeat(prefix.length);
  const lines: string[] = [];
  let line = prefix;
  for (const word of text.split(' ')) {
    const isFirst = line === prefix || line === indent;
    if (!isFirst && line.length + 1 + word.length > maxLine) {
      lines.push(line);
      line = indent + word;
    } else {
      line += isFirst ? word : ` ${word}`;
    }
  }
  return [...lines, line].join('\n');
}

/** Joins the paragraphs of a text; what is `null` or empty is left out. */
export function paragraphs(texts: readonly (string | null)[]): string {
  return `${texts.filter(Boolean).join('\n\n')}\n`;
}
