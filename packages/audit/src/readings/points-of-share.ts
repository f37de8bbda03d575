/**
 * The points of a check that examines many things, from the share of them that has a fault: 0 to 1, with three decimals. A
 * few faults cost more than their share, as readers rate them: 1 of 50 costs 5 % of the weight, a third 44 %, half 59 %.
 * Measured in docs/adr/0009-scores-deduct.md.
 *
 * @param faulty - How many have a fault.
 * @param all - How many were examined, more than 0.
 */
export function pointsOfShare(faulty: number, all: number): number {
  // Rounded down, so that each fault costs something.
  return Math.floor(1000 * (1 - Math.min(faulty / all, 1) ** 0.75)) / 1000;
}
