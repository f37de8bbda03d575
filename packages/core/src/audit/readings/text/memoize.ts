let functions = 0;
/** One map for all functions: garbage collection slows down with the number of WeakMaps. */
const known = new WeakMap<object, { readonly output: unknown }[]>();

/**
 * Memoizes a function by its argument, because several checks need the same result for a page. The
 * argument must not change.
 */
export function memoize<Input extends object, Output>(
  compute: (input: Input) => Output,
): (input: Input) => Output {
  const own = functions++;
  return (input) => {
    const outputs = known.get(input) ?? [];
    const before = outputs[own];
    if (before !== undefined) return before.output as Output;
    const output = compute(input);
    // The computation may have stored other results for this object.
    const all = known.get(input) ?? outputs;
    all[own] = { output };
    known.set(input, all);
    return output;
  };
}
