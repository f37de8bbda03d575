/** What a Node that finds it new says of a `require` of an ES module. */
const ofNode = /ExperimentalWarning: CommonJS module .* is loading ES Module .* using require\(\)/;

/** The warnings in the output of a process, but for what Node says of the `require` of an ES module. */
export function unexpectedWarnings(output: string): string[] {
  return output.split('\n').filter((line) => /warning:/i.test(line) && !ofNode.test(line));
}
