/** Results that are kept with the objects they belong to. */
interface Memory<Input extends object, Output> {
  readonly find: (input: Input) => { readonly output: Output } | undefined;
  readonly keep: (input: Input, output: Output) => void;
}

const results = Symbol('results');

/** The results of an object, in a slot for each memory. */
type Outputs = { readonly output: unknown }[];

interface Remembering {
  readonly [results]?: Outputs;
}

/** The results of objects that take no property: a custom check or its test may freeze facts. */
const ofFrozen = new WeakMap<object, Outputs>();

let memories = 0;

/**
 * Opens a memory for results that belong to an object, such as the facts of a page. A copy of the object has
 * none of them.
 */
export function openMemory<Input extends object, Output>(): Memory<Input, Output> {
  const slot = memories++;
  return {
    find: (input: Input & Remembering) =>
      (input[results] ?? ofFrozen.get(input))?.[slot] as { readonly output: Output } | undefined,
    // On the object, not in a WeakMap: V8 collects young objects as if the values of a WeakMap were all in use,
    // so that nearly all pages would get old, and stay in memory until everything is collected.
    keep: (input: Input & Remembering, output) => {
      const outputs = input[results] ?? ofFrozen.get(input) ?? [];
      outputs[slot] = { output };
      if (input[results]) return;
      if (Object.isExtensible(input)) Object.defineProperty(input, results, { value: outputs });
      else ofFrozen.set(input, outputs);
    },
  };
}

/**
 * Memoizes a function by its argument, because several checks need the same result for a page. The
 * argument must not change.
 */
export function memoize<Input extends object, Output>(
  compute: (input: Input) => Output,
): (input: Input) => Output {
  const memory = openMemory<Input, Output>();
  return (input) => {
    const known = memory.find(input);
    if (known !== undefined) return known.output;
    const output = compute(input);
    memory.keep(input, output);
    return output;
  };
}
