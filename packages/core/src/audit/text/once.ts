/**
 * The function, but worked out once for each object: several checks ask the same of a page. The object
 * is to be left unchanged.
 */
export function once<Input extends object, Output>(
  work: (input: Input) => Output,
): (input: Input) => Output {
  const known = new WeakMap<Input, { readonly output: Output }>();
  return (input) => {
    const before = known.get(input);
    if (before) return before.output;
    const output = work(input);
    known.set(input, { output });
    return output;
  };
}
