/** The differences between our checks and rules of axe-core on published cases, with reasons: `RULE on CASE`. */
export const knownAxeDifferences: readonly {
  readonly reason: string;
  readonly names: readonly string[];
}[] = [];
