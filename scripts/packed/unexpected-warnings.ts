/** The warning of older versions of Node for `require` of an ES module. */
const ofNode = /ExperimentalWarning: CommonJS module .* is loading ES Module .* using require\(\)/;

/** The warnings in the output of a process, except that for `require` of an ES module. */
export function unexpectedWarnings(output: string): string[] {
  return output.split('\n').filter((line) => /warning:/i.test(line) && !ofNode.test(line));
}
