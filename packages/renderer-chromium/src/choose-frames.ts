/**
 * Chooses what a screen showed at as many moments, with the same time between them: fewer where it did not change.
 *
 * @param frames - In the order of time.
 * @param most - How many, at least 2.
 */
export function chooseFrames<Frame extends { readonly atMs: number }>(
  frames: readonly Frame[],
  most: number,
): readonly Frame[] {
  const [first, last] = [frames[0], frames.at(-1)];
  if (frames.length <= most || first === undefined || last === undefined) return frames;
  const step = (last.atMs - first.atMs) / (most - 1);
  const moments = Array.from({ length: most - 1 }, (_, index) => first.atMs + index * step);
  const shown = moments.map((moment) => frames.findLast(({ atMs }) => atMs <= moment) ?? first);
  return [...new Set([...shown, last])];
}
