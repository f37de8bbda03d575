/**
 * The rules of a document that is printed alone: a name at the bottom of each sheet, on the left, and spaces that stay
 * at the end of a line. Without them, the tags and the outline of a PDF have words that run together.
 *
 * @param name - Any text: nothing in it can end the string or the stylesheet.
 */
export function sheetStyle(name: string): string {
  return `
@page { @bottom-left { content: ${stringOf(name)}; color: #444; font: 8.5pt system-ui, sans-serif; } }
@media print { main :is(h1, h2, h3, p, li, dd, td) { white-space: pre-wrap; } }
`;
}

/** A text as a string of CSS, in which all but letters, digits and spaces of ASCII are escaped. */
function stringOf(text: string): string {
  const escaped = [...text].map((character) =>
    /[A-Za-z0-9 ]/.test(character) ? character : `\\${character.codePointAt(0)?.toString(16)} `,
  );
  return `"${escaped.join('')}"`;
}
