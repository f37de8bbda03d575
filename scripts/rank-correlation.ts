/** Spearman's rank correlation of two lists of numbers about the same things: 1 for the same order. */
export function rankCorrelation(left: readonly number[], right: readonly number[]): number {
  return correlation(ranksOf(left), ranksOf(right));
}

/** The mean rank of each thing in several lists of numbers about the same things. */
export function meanRanks(lists: readonly (readonly number[])[]): readonly number[] {
  const ranks = lists.map(ranksOf);
  return (ranks[0] ?? []).map(
    (_, index) => ranks.reduce((sum, list) => sum + (list[index] ?? 0), 0) / ranks.length,
  );
}

/** The rank of each number, from 0; equal numbers share the mean of their ranks. */
function ranksOf(values: readonly number[]): readonly number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal - 1) / 2;
  });
}

function correlation(left: readonly number[], right: readonly number[]): number {
  const [leftMean, rightMean] = [meanOf(left), meanOf(right)];
  let [product, leftSquares, rightSquares] = [0, 0, 0];
  for (const [index, value] of left.entries()) {
    const [a, b] = [value - leftMean, (right[index] ?? 0) - rightMean];
    product += a * b;
    leftSquares += a ** 2;
    rightSquares += b ** 2;
  }
  return product / Math.sqrt(leftSquares * rightSquares);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
