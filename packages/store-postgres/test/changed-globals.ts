import { createRequire } from 'node:module';
import type pg from 'pg';
import { onTestFinished } from 'vitest';

/** A copy of pg that shares no state with the other one, as of another version. */
export function anotherPg(): typeof pg {
  const require = createRequire(import.meta.url);
  const ofPg = () => Object.keys(require.cache).filter((file) => /\/node_modules\/pg\b/.test(file));
  const loaded = ofPg().map((file) => [file, require.cache[file]] as const);
  for (const [file] of loaded) delete require.cache[file];
  try {
    return require('pg');
  } finally {
    for (const file of ofPg()) delete require.cache[file];
    for (const [file, module] of loaded) require.cache[file] = module;
  }
}

/** The types of which there are values: bool, bytea, numbers, text, json, times and lists of them. */
const types = [
  16, 17, 18, 19, 20, 21, 23, 25, 26, 114, 700, 701, 1000, 1001, 1007, 1009, 1015, 1016, 1043, 1082,
  1114, 1184, 1231, 1700, 3802, 3807,
];

/** Replaces all parsers of pg, and changes its defaults, until the end of the test. */
export function changeGlobals({ types: registry, defaults }: typeof pg): void {
  const kept = types.map((type) => [type, registry.getTypeParser(type)] as const);
  const { binary, parseInputDatesAsUTC } = defaults;
  onTestFinished(() => {
    for (const [type, parser] of kept) registry.setTypeParser(type, parser);
    Object.assign(defaults, { binary, parseInputDatesAsUTC });
  });
  // What it sets are parsers, too.
  defaults.parseInt8 = true;
  for (const type of types) registry.setTypeParser(type, (value) => ({ host: value }));
  Object.assign(defaults, { binary: true, parseInputDatesAsUTC: true });
}
