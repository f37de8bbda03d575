/** An entry as nearly all sitemaps write them. */
interface PlainEntry {
  readonly location: string;
  readonly lastmod: string | undefined;
  readonly changefreq: string | undefined;
  readonly priority: string | undefined;
  /** The number of line ends before the end of its location. */
  readonly linesBefore: number;
  /** The number of its line ends. */
  readonly lines: number;
  /** The position after it. */
  readonly end: number;
}

/** ASCII characters that stand for themselves. Without the carriage return, so that a line end is one character. */
const text = String.raw`[\t\n\x20-\x25\x27-\x3b\x3d\x3f-\x5c\x5e-\x7e]*`;
const space = String.raw`[\t\n\x20]*`;
const part = (name: string) => `<${name}>(${text})</${name}>${space}`;
const plainEntry = new RegExp(
  `${space}<url>${space}${part('loc')}(?:${part('lastmod')})?(?:${part('changefreq')})?(?:${part('priority')})?</url>`,
  'y',
);

/**
 * Reads an entry without attributes, references and extensions, whose parts are in the order of the protocol: in a
 * tenth of the time of an XML parser, which reads each character. `null` for another text, or a part of an entry.
 *
 * @param at - The position between two entries.
 */
export function readPlainEntry(xml: string, at: number): PlainEntry | null {
  plainEntry.lastIndex = at;
  const [, location, lastmod, changefreq, priority] = plainEntry.exec(xml) ?? [];
  if (location === undefined) return null;
  const end = plainEntry.lastIndex;
  const located = xml.indexOf('</loc>', at);
  const linesBefore = lineEnds(xml, at, located);
  const lines = linesBefore + lineEnds(xml, located, end);
  return { location, lastmod, changefreq, priority, linesBefore, lines, end };
}

function lineEnds(xml: string, from: number, to: number): number {
  let count = 0;
  for (let at = xml.indexOf('\n', from); at !== -1 && at < to; at = xml.indexOf('\n', at + 1)) {
    count++;
  }
  return count;
}
