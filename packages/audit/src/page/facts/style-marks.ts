import { type OrientationMark, orientationMarksIn } from './orientation-marks.ts';

/**
 * What the `<style>` elements of a page load or do. `font`: a font or another style sheet. `icon-font`: a font that is
 * named like those that show an icon for its name.
 */
export type StyleMark = 'font' | 'icon-font' | OrientationMark;

/** Characters before a part that are searched with it, so that no name is cut in two. */
const overlap = 300;
/** Characters of all `<style>` elements that are searched. */
const readLimit = 100_000;

/** What names a font: a rule that loads one or another style sheet, or a declaration. Each is read once. */
const naming = /@font-face|@import[^{}]*|(?<![\w.#-])font(?:-family)?\s*:[^;{}]*/gi;
const iconFont = /icon|material[-+_ ]?symbols/i;

/** Whether a font or a style sheet is named like those that show an icon for its name. */
export function namesIconFont(name: string): boolean {
  return iconFont.test(name);
}

/** Collects the marks of all `<style>` elements. Beyond the limit, a font may be loaded. */
export function createStyleReader(add: (mark: StyleMark) => void) {
  let left = readLimit;
  const search = (style: string): void => {
    for (const mark of orientationMarksIn(style)) add(mark);
    for (const [found] of style.matchAll(naming)) {
      if (found.startsWith('@')) add('font');
      if (namesIconFont(found)) add('icon-font');
    }
  };
  // The content of an element comes in parts of one string.
  return () => {
    let from = -1;
    return (text: string, start: number, end: number): void => {
      if (from === -1) from = start;
      if (end - start > left) add('font');
      const to = Math.min(end, start + left);
      left -= to - start;
      if (to > start) search(text.slice(Math.max(from, start - overlap), to));
    };
  };
}
