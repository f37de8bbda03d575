let functions = 0;
/** One map for all functions: the collector of garbage has to look through each by itself. */
const known = new WeakMap<object, { readonly output: unknown }[]>();

/**
 * The function, but worked out once for each object: several checks ask the same of a page. The object
 * is to be left unchanged.
 */
export function once<Input extends object, Output>(
  work: (input: Input) => Output,
): (input: Input) => Output {
  const own = functions++;
  return (input) => {
    const outputs = known.get(input) ?? [];
    const before = outputs[own];
    if (before !== undefined) return before.output as Output;
    const output = work(input);
    // The work may have asked others of the same object.
    const all = known.get(input) ?? outputs;
    all[own] = { output };
    known.set(input, all);
    return output;
  };
}
