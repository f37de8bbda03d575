/** What the properties of a PDF name instead of the browser and its version. */
const creator = 'Chromium';

/**
 * Overwrites the properties that name the browser with its version: who gets the PDF must not learn which of its bugs
 * are fixed. No byte moves, as a PDF lists the positions of its parts.
 */
export function hideVersions(pdf: Buffer): Buffer {
  for (const property of ['/Creator (', '/Producer (']) {
    // In the texts of a document, parentheses are escaped.
    const found = pdf.indexOf(property);
    if (found === -1) continue;
    const start = found + property.length;
    const end = endOfText(pdf, start);
    if (end - start >= creator.length) pdf.fill(' ', start, end).write(creator, start, 'latin1');
  }
  return pdf;
}

/** Where a text ends: at the first parenthesis that is not escaped. */
function endOfText(pdf: Buffer, start: number): number {
  let index = start;
  while (index < pdf.length && pdf[index] !== 0x29) index += pdf[index] === 0x5c ? 2 : 1;
  return index;
}
