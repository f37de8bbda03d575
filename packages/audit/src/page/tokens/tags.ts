import { matchesNameAt } from './characters.ts';

/** A kind of element by name, lower-case. */
export interface Tag {
  /** From 1; 0 for every unknown name. */
  readonly id: number;
  readonly name: string;
  /** The element's {@link trait} bits in the HTML namespace. */
  readonly traits: number;
}

/** Traits of elements that the parser's rules depend on, as flags. */
export const trait = distinctFlags({
  /** In the standard's "special" category. */
  special: 1 << 0,
  /** Ends a search for "in scope". */
  scope: 1 << 1,
  /** Also ends a search for "in list item scope". */
  listScope: 1 << 2,
  /** Also ends a search for "in button scope". */
  buttonScope: 1 << 3,
  /** Ends a search for "in table scope". */
  tableScope: 1 << 4,
  /** Its end tag may be implied. */
  impliedEnd: 1 << 5,
  /** `<h1>` to `<h6>`. */
  heading: 1 << 6,
  /** Ends foreign content. */
  breakout: 1 << 7,
  /** Text directly inside it is moved before the table. */
  tableStructure: 1 << 8,
});

/** The names of the elements that each trait of the parser's rules applies to. */
const namesByTrait: Readonly<Record<keyof typeof trait, string>> = {
  special:
    'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp',
  scope: 'applet caption html table td th marquee object template',
  listScope: 'ol ul',
  buttonScope: 'button',
  tableScope: 'html table template',
  impliedEnd: 'dd dt li optgroup option p rb rp rt rtc',
  heading: 'h1 h2 h3 h4 h5 h6',
  breakout:
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
  tableStructure: 'table tbody tfoot thead tr template',
};

const otherNames =
  'a abbr acronym annotation-xml audio b bdi bdo big blink canvas cite code data datalist del desc dfn dialog em font foreignobject i image ins kbd legend malignmark map mark math metadata meter mglyph mi mn mo ms mtext multicol nextid nobr output picture progress q rb rp rt rtc ruby s samp slot small spacer span strike strong sub sup svg time tt u var video';

/** Frequent names without their own rules: a known name needs no copy. */
const commonNames =
  'circle clippath defs ellipse g label line lineargradient mask path polygon polyline rect stop symbol text tspan use';

const tagsByName = new Map<string, Tag>();
/** Known tags at the hash of their name, so that reading a tag needs no copy of its name. */
const tagsByHash: (Tag | undefined)[] = new Array(4_096).fill(undefined);
const hashMask = tagsByHash.length - 1;

for (const names of [...Object.values(namesByTrait), otherNames, commonNames]) {
  for (const name of names.split(' ')) {
    if (tagsByName.has(name)) continue;
    const tag = { id: tagsByName.size + 1, name, traits: traitsOf(name) };
    tagsByName.set(name, tag);
    tagsByHash[hashOf(name)] ??= tag;
  }
}

/** Characters of a name that are kept; longer ones also keep their length. */
const nameLimit = 256;

/** Number of ids, including 0. */
export const tagCount = tagsByName.size + 1;

/** The tag of a known name. */
export function knownTag(name: string): Tag {
  const tag = tagsByName.get(name);
  if (tag === undefined) throw new Error(`No rule knows <${name}>.`);
  return tag;
}

/**
 * The tag whose name is between two offsets of a text, ignoring case.
 *
 * @param hash - Of the name: {@link hashWith} over its characters, from 0.
 */
export function tagAt(text: string, start: number, end: number, hash: number): Tag {
  const likely = tagsByHash[hash & hashMask];
  if (likely?.name.length === end - start && matchesNameAt(text, likely.name, start)) return likely;
  const letters = text.slice(start, Math.min(end, start + nameLimit));
  const lower = letters.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
  const name = end - start > nameLimit ? `${lower} ${end - start}` : lower;
  return tagsByName.get(name) ?? { id: 0, name, traits: 0 };
}

/** Adds a character to a hash, ignoring case. */
export function hashWith(hash: number, code: number): number {
  return (hash * 33 + (code | 32)) | 0;
}

/** Whether two tags have the same name. */
export function sameTag(left: Tag, right: Tag): boolean {
  return left === right || (left.id === 0 && right.id === 0 && left.name === right.name);
}

function hashOf(name: string): number {
  let hash = 0;
  for (let at = 0; at < name.length; at++) hash = hashWith(hash, name.charCodeAt(at));
  return hash & hashMask;
}

function traitsOf(name: string): number {
  let traits = 0;
  for (const [key, names] of Object.entries(namesByTrait)) {
    if (names.split(' ').includes(name)) traits |= trait[key as keyof typeof trait];
  }
  return traits;
}

/** Rules by tag, from rules by names with spaces between them. Unknown tags have none. */
export function byTag<Rule>(
  rulesByNames: Readonly<Record<string, Rule>>,
): (tag: Tag) => Rule | undefined {
  const rules: (Rule | undefined)[] = new Array(tagCount).fill(undefined);
  for (const [names, rule] of Object.entries(rulesByNames)) {
    for (const name of names.split(' ')) rules[knownTag(name).id] = rule;
  }
  return (tag) => rules[tag.id];
}

/**
 * Ensures that every flag is a separate bit, so that one number can hold any set of them. A flag
 * beyond the 32 bits of bitwise operations would equal an earlier one: `1 << 32` is 1.
 *
 * @throws Error for a flag that is not a single bit, or that equals an earlier one.
 */
export function distinctFlags<Flags extends Readonly<Record<string, number>>>(flags: Flags): Flags {
  let used = 0;
  for (const [name, flag] of Object.entries(flags)) {
    const isBit = flag !== 0 && flag === (flag | 0) && (flag & (flag - 1)) === 0;
    if (!isBit || (used & flag) !== 0)
      throw new Error(`The flag "${name}" does not have its own bit.`);
    used |= flag;
  }
  return flags;
}

/** The index of a flag's bit: 0 to 31. */
export function bitOf(flag: number): number {
  return 31 - Math.clz32(flag);
}
