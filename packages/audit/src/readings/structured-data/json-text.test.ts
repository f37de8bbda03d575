import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type JsonNode, readJson } from './json-text.ts';

function plainOf(node: JsonNode): unknown {
  if (node.kind === 'array') return node.items.map(plainOf);
  if (node.kind === 'value') return node.value;
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plainOf(value)]));
}

const plainIn = (text: string) => {
  const { root } = readJson(text);
  return root === null ? undefined : plainOf(root);
};

it('reads any JSON as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      const { fault, tolerated } = readJson(text);
      expect([fault, tolerated.size]).toEqual([null, 0]);
      expect(JSON.stringify(plainIn(text))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

it('accepts what JSON.parse accepts, except for the syntax that it tolerates', () => {
  const mistakes = fc.constantFrom(
    ',',
    '"',
    '}',
    ']',
    ':',
    '\\',
    '0',
    '1.',
    '-',
    'e5',
    "'",
    'x',
    ' ',
    '',
  );
  const text = fc
    .tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.nat({ max: 2 }), mistakes)
    .map(([json, at, cut, mistake]) => {
      const start = at % (json.length + 1);
      return json.slice(0, start) + mistake + json.slice(start + cut);
    });
  fc.assert(
    fc.property(text, (mutant) => {
      const { root, tolerated } = readJson(mutant);
      if (tolerated.size > 0) return;
      expect([mutant, root !== null]).toEqual([mutant, isJson(mutant)]);
    }),
    { numRuns: 2000 },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

it.each([
  ['\ufeff{"a": 1}', 'a byte order mark', 0],
  ['<!-- {"a": 1} -->', 'an HTML comment', 0],
  ['\n//<!--\n{"a": 1}\n//-->\n', 'an HTML comment', 1],
  ['//<![CDATA[\n{"a": 1}\n//]]>', 'a CDATA section', 0],
  ['<![CDATA[{"a": 1}]]>', 'a CDATA section', 0],
  // On one line, where a comment would include the rest.
  ['// <![CDATA[ {"a": 1} // ]]>', 'a CDATA section', 0],
  ['/* <![CDATA[ */{"a": 1}/* ]]> */', 'a comment', 0],
  ['{"a": 1 // one\n}', 'a comment', 8],
  ['{/* one ** / */"a": 1}', 'a comment', 1],
])('tolerates the syntax in %j: %s', (text, what, offset) => {
  expect(plainIn(text)).toEqual({ a: 1 });
  expect([...readJson(text).tolerated]).toEqual([[what, offset]]);
});

it('keeps control characters in strings and records the first', () => {
  const text = '{"a": "one\n\ttwo", "b": "\u0000"}';
  expect(plainIn(text)).toEqual({ a: 'one\n\ttwo', b: '\u0000' });
  expect([...readJson(text).tolerated.values()]).toEqual([10]);
});

it('reads comments and wrappers inside strings as text', () => {
  const text = '{"a": "https://example.com/ /* <!-- <![CDATA["}';
  expect(readJson(text).tolerated.size).toBe(0);
  expect(plainIn(text)).toEqual({ a: 'https://example.com/ /* <!-- <![CDATA[' });
});

it.each([
  ['{"a": 1,}', 'there is a comma before the }', 8],
  ['[1, 2, ]', 'there is a comma before the ]', 7],
  ['{"a": 1 "b": 2}', 'a comma is missing', 8],
  ['{"a": "he said "hi""}', 'a quotation mark in a string has no backslash before it', 16],
  ["{'a': 1}", 'not straight double quotes', 1],
  ['{“a”: 1}', 'not straight double quotes', 1],
  ['{a: 1}', 'a name has no quotation marks', 1],
  ['{"a" 1}', 'a colon is missing', 5],
  ['{"a": }', 'there is a comma before the }', 6],
  ['{"a": "b', 'a string is not closed', 6],
  ['{"a": "\\x"}', 'a backslash', 7],
  ['{"a": "\\\\\\u12"}', 'a backslash', 9],
  ['{"a": 1', 'the closing } is missing', 7],
  ['{"a": [1', 'the closing ] is missing', 8],
  ['{"a": 1};', 'text after the end', 8],
  ['{"a": 1}{"b": 2}', 'text after the end', 8],
  ['{&quot;a&quot;: 1}', 'escaped as HTML', 1],
  ['{"a": 01}', 'this is not a JSON value', 6],
  ['{"a": .5}', 'this is not a JSON value', 6],
  ['{"a": undefined}', 'this is not a JSON value', 6],
  ['{"a": 1 /* never closed }', 'a comma is missing', 8],
])('reports the fault in %s', (text, reason, offset) => {
  const { root, fault } = readJson(text);
  expect(root).toBeNull();
  expect(fault?.reason).toContain(reason);
  expect(fault).toMatchObject({ offset, tooDeep: false });
});

it('reports neither a value nor a fault for an empty text', () => {
  for (const text of ['', ' \n', '<!-- -->', '// nothing']) {
    expect(readJson(text)).toMatchObject({ root: null, fault: null });
  }
});

it('stops at the depth limit, which is not a fault of the text', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(readJson(nested(201)).root).not.toBeNull();
  expect(readJson(nested(202))).toMatchObject({ root: null, fault: { tooDeep: true } });
  expect(readJson('['.repeat(200_000)).fault?.tooDeep).toBe(true);
  expect(readJson('{"a":'.repeat(200_000)).fault?.tooDeep).toBe(true);
});
