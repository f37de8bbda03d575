/** The warnings in the output of a process. */
export function unexpectedWarnings(output: string): string[] {
  return output.split('\n').filter((line) => /warning:/i.test(line));
}
