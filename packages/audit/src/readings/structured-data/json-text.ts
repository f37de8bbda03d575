import { runAtOnce } from '../../limits/time-slices.ts';
import { positionsIn } from '../../page/facts/positions.ts';
import type { JsonLdFact, Position, SourceTag } from '../../page/page-facts.ts';

/** A value in a JSON text, and where it begins. */
export type JsonNode =
  | { readonly kind: 'object'; readonly offset: number; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly offset: number; readonly items: readonly JsonNode[] }
  | {
      readonly kind: 'value';
      readonly offset: number;
      readonly value: string | number | boolean | null;
    };

/** A member of an object, and where its name begins. */
interface JsonMember {
  readonly key: string;
  readonly offset: number;
  readonly value: JsonNode;
}

/** Syntax that JSON does not allow, but that readers of JSON-LD tolerate. */
type Tolerated =
  | 'a byte order mark'
  | 'an HTML comment'
  | 'a CDATA section'
  | 'a comment'
  | 'a line break or another control character in a string';

/** The result of parsing a JSON text. */
export interface JsonReading {
  /** `null` if the text is empty or has a fault. */
  readonly root: JsonNode | null;
  /** Each kind with its first offset. */
  readonly tolerated: ReadonlyMap<Tolerated, number>;
  /** The fault and its offset. `tooDeep` is a limit of this parser, not a fault of the text. */
  readonly fault: {
    readonly reason: string;
    readonly offset: number;
    readonly tooDeep: boolean;
  } | null;
}

/** Limit for nested values, so that functions that recurse over them do not overflow the call stack. */
const depthLimit = 200;

interface Reader {
  readonly text: string;
  at: number;
  readonly tolerated: Map<Tolerated, number>;
}

/** Ends the parsing of a text. */
class JsonFault extends Error {
  constructor(
    readonly reason: string,
    readonly offset: number,
    readonly tooDeep = false,
  ) {
    super(reason);
  }
}

/**
 * Parses a JSON text and finds its first fault. Comments around and in it, and control characters in its
 * strings, are recorded and skipped.
 */
export function readJson(text: string): JsonReading {
  return runAtOnce(readJsonInSteps(text));
}

/** {@link readJson} in steps of about a millisecond, for texts that may be hostile. */
export function* readJsonInSteps(text: string): Generator<void, JsonReading> {
  const reader: Reader = { text, at: 0, tolerated: new Map() };
  const { tolerated } = reader;
  try {
    skipEdge(reader);
    if (reader.at >= text.length) return { root: null, tolerated, fault: null };
    const root = yield* readRoot(reader);
    skipEdge(reader);
    if (reader.at < text.length) {
      throw new JsonFault('there is text after the end', reader.at);
    }
    return { root, tolerated, fault: null };
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const { reason, offset, tooDeep } = error;
    return { root: null, tolerated, fault: { reason, offset, tooDeep } };
  }
}

/** Wrappers around scripts for old browsers. */
const wrapper = /(?:\/\/[ \t]*)?(?:(<!--|-->)|<!\[CDATA\[|\]\]>)|\ufeff/y;
const comment = /\/\/[^\n\r]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//y;

/** Skips white space. A loop is faster than a regular expression here. */
function skipSpace(reader: Reader): void {
  const { text } = reader;
  let { at } = reader;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) break;
    at++;
  }
  reader.at = at;
}

function skip(reader: Reader): void {
  for (;;) {
    skipSpace(reader);
    const start = reader.at;
    if (reader.text[start] !== '/' || take(reader, comment) === null) return;
    recordTolerated(reader, 'a comment', start);
  }
}

/** Skips wrappers, white space and comments before and after the value. */
function skipEdge(reader: Reader): void {
  for (;;) {
    skipSpace(reader);
    const start = reader.at;
    const wrapped = take(reader, wrapper);
    if (wrapped === null) {
      skip(reader);
      if (reader.at === start) return;
    } else if (wrapped[0] === '\ufeff') {
      recordTolerated(reader, 'a byte order mark', start);
    } else {
      recordTolerated(
        reader,
        wrapped[1] === undefined ? 'a CDATA section' : 'an HTML comment',
        start,
      );
    }
  }
}

const literals = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;

/** Values that are parsed in one step. */
const valuesPerStep = 1_000;

/** An object or a list whose end has not been read yet. */
type OpenNode = OpenObject | OpenArray;

interface OpenObject {
  readonly kind: 'object';
  readonly offset: number;
  readonly members: JsonMember[];
  /** The name of the member whose value is next. */
  key: string;
  keyOffset: number;
}

interface OpenArray {
  readonly kind: 'array';
  readonly offset: number;
  readonly items: JsonNode[];
}

/** Keeps an explicit stack instead of recursing, so that it can yield within nested values. */
function* readRoot(reader: Reader): Generator<void, JsonNode> {
  const open: OpenNode[] = [];
  for (let values = 1; ; values++) {
    if (values % valuesPerStep === 0) yield;
    let node = beginValue(reader, open);
    while (node !== null) {
      const outer = open.at(-1);
      if (outer === undefined) return node;
      node = endValue(reader, open, outer, node);
    }
  }
}

/** Reads a value, or opens an object or a list that is not empty and returns `null`. */
function beginValue(reader: Reader, open: OpenNode[]): JsonNode | null {
  const { text, at: offset } = reader;
  if (open.length > depthLimit) throw new JsonFault('it is too deeply nested', offset, true);
  const first = text[offset];
  if (first === '{' || first === '[') return beginNode(reader, open, first === '{');
  if (first === '"') return { kind: 'value', offset, value: readString(reader) };
  const literal = take(reader, literals);
  if (literal !== null) return { kind: 'value', offset, value: literalOf(literal[0]) };
  throw new JsonFault(whyNoValue(text, offset), offset);
}

function literalOf(text: string): number | boolean | null {
  if (text === 'null') return null;
  return text === 'true' || text === 'false' ? text === 'true' : Number(text);
}

const noParts: readonly never[] = [];

function beginNode(reader: Reader, open: OpenNode[], isObject: boolean): JsonNode | null {
  const { text, at: offset } = reader;
  reader.at++;
  skip(reader);
  if (text[reader.at] === (isObject ? '}' : ']')) {
    reader.at++;
    return isObject
      ? { kind: 'object', offset, members: noParts }
      : { kind: 'array', offset, items: noParts };
  }
  if (!isObject) {
    open.push({ kind: 'array', offset, items: [] });
    return null;
  }
  const node: OpenObject = { kind: 'object', offset, members: [], key: '', keyOffset: 0 };
  open.push(node);
  readName(reader, node);
  return null;
}

/** Adds a value to the object or list around it. Returns the object or list if it ends here, otherwise `null`. */
function endValue(
  reader: Reader,
  open: OpenNode[],
  outer: OpenNode,
  value: JsonNode,
): JsonNode | null {
  if (outer.kind === 'object') {
    outer.members.push({ key: outer.key, offset: outer.keyOffset, value });
  } else {
    outer.items.push(value);
  }
  skip(reader);
  const { text, at } = reader;
  const end = outer.kind === 'object' ? '}' : ']';
  if (text[at] !== end && text[at] !== ',') throw new JsonFault(whyNoComma(text, at, end), at);
  reader.at++;
  if (text[at] === end) {
    open.pop();
    const { offset } = outer;
    return outer.kind === 'object'
      ? { kind: 'object', offset, members: outer.members }
      : { kind: 'array', offset, items: outer.items };
  }
  skip(reader);
  if (outer.kind === 'object') readName(reader, outer);
  return null;
}

/** Reads the name of a member, up to its value. */
function readName(reader: Reader, node: OpenObject): void {
  const { text, at: name } = reader;
  if (text[name] !== '"') throw new JsonFault(whyNoName(text, name), name);
  node.key = readString(reader);
  node.keyOffset = name;
  skip(reader);
  if (text[reader.at] !== ':') throw new JsonFault('a colon is missing', reader.at);
  reader.at++;
  skip(reader);
}

const quoted = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON forbids.
const control = /[\u0000-\u001f]/;
const escapes = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}|([\s\S]))/g;

function readString(reader: Reader): string {
  const { text, at: start } = reader;
  // Fast path: most strings have no escapes.
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) {
      reader.at = at + 1;
      return text.slice(start + 1, at);
    }
    if (unit === 0x5c || unit < 0x20) break;
  }
  return readEscapedString(reader);
}

function readEscapedString(reader: Reader): string {
  const { at: start } = reader;
  const [source] = take(reader, quoted) ?? [];
  if (source === undefined) throw new JsonFault('a string is not closed', start);
  const raw = source.search(control);
  if (raw !== -1)
    recordTolerated(reader, 'a line break or another control character in a string', start + raw);
  for (const { 1: unknown, index } of source.matchAll(escapes)) {
    if (unknown === undefined) continue;
    throw new JsonFault('a backslash is before a character that must not have one', start + index);
  }
  const legal = raw === -1 ? source : source.replace(new RegExp(control, 'g'), escapeOf);
  return JSON.parse(legal);
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function recordTolerated({ tolerated }: Reader, kind: Tolerated, offset: number): void {
  if (!tolerated.has(kind)) tolerated.set(kind, offset);
}

function take(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reader.at;
  const match = pattern.exec(reader.text);
  if (match !== null) reader.at = pattern.lastIndex;
  return match;
}

/** Why a JSON text has no value at an offset. */
function whyNoValue(text: string, at: number): string {
  if (at >= text.length) return 'it ends too early';
  const next = text[at];
  if (next === ']' || next === '}') return `there is a comma before the ${next}`;
  if (next === ',') return 'a value is missing before a comma';
  if (next === "'" || next === '“' || next === '”')
    return 'the quotation marks are not straight double quotes';
  if (next === '&') return 'its quotation marks are escaped as HTML';
  return 'this is not a JSON value';
}

/** Why a JSON text has no member name at an offset. */
function whyNoName(text: string, at: number): string {
  if (at >= text.length) return 'it ends too early';
  const next = text[at] ?? '';
  if (next === '}') return 'there is a comma before the }';
  if (next === ',') return 'there is an extra comma';
  return /[\w$]/.test(next) ? 'a name has no quotation marks' : whyNoValue(text, at);
}

/** Why a JSON text has neither a comma nor the closing bracket at an offset. */
function whyNoComma(text: string, at: number, end: string): string {
  if (at >= text.length) return `the closing ${end} is missing`;
  return text[at - 1] === '"' && /[\p{L}\p{N}]/u.test(text[at] ?? '')
    ? 'a comma is missing, or a quotation mark in a string has no backslash before it'
    : 'a comma is missing';
}

/** Quoted start tags are cut to this length; the text after a cut tag has an unknown position. */
const sourceLimit = 300;
/** Characters of the text that are quoted. */
const quoteLimit = 120;

/** Finds the position of an offset of a block in the page, and quotes the text there. */
export function tagsIn(fact: JsonLdFact): (offset: number) => () => SourceTag {
  const isCut = fact.html.length >= sourceLimit;
  const positionOf = isCut ? () => tagPosition(fact) : positionsWithin(fact);
  return (offset) => {
    let tag: SourceTag | null = null;
    return () => {
      tag ??= { html: quoteAt(fact.text, offset), ...positionOf(offset) };
      return tag;
    };
  };
}

function quoteAt(text: string, offset: number): string {
  return text
    .slice(offset, offset + quoteLimit)
    .replace(/\s+/g, ' ')
    .trim();
}

function tagPosition({ line, column }: Position): Position {
  return { line, column };
}

/** Finds positions in the page. Offsets mostly increase, so lines are counted once. */
function positionsWithin(fact: JsonLdFact): (offset: number) => Position {
  let positionOf: ((offset: number) => Position) | null = null;
  let last = 0;
  return (offset) => {
    if (positionOf === null || offset < last) positionOf = positionsIn(fact.text);
    last = offset;
    const start = positionAfter(fact, positionsIn(fact.html)(fact.html.length));
    return positionAfter(start, positionOf(offset));
  };
}

/** The position in the page of a position in a part of it. */
function positionAfter(start: Position, { line, column }: Position): Position {
  return {
    line: start.line + line - 1,
    column: line === 1 ? start.column + column - 1 : column,
  };
}
