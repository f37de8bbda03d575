import { distinctFlags, knownTag, type Tag, tagCount } from '../tokens/tags.ts';
import { type Namespace, namespace } from '../tree/tree.ts';

/** The names of the HTML elements that each trait applies to. */
const namesByTrait = {
  /**
   * Separates the words before and after it: blocks, table parts and replaced elements of the
   * standard's rendering section, and line breaks.
   */
  breaksWords:
    'address applet area article aside audio blockquote body br button canvas caption center col colgroup dd details dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html iframe img input legend li listing main marquee menu meter nav object ol optgroup option p plaintext pre progress search section select summary table tbody td textarea tfoot th thead tr ul video xmp',
  /** Its text is not shown. */
  hidden: 'datalist audio video canvas template',
  /** Its text is code, or what a program prints. */
  code: 'code kbd listing plaintext pre samp tt xmp',
  /** Its text is a list to choose from: at most one line of it is shown. */
  excludedFromText: 'select',
  /** Its text is not part of the text of a `<label>` around it. */
  choices: 'select',
};

/** Effects of elements on the page's text, as flags. */
export const textTrait = distinctFlags({
  breaksWords: 1 << 0,
  hidden: 1 << 1,
  /** Its text is not the page's: it is hidden, or only counts for the names of ancestors. */
  excludedFromText: 1 << 2,
  /** It is hidden from all visitors. */
  hiddenFromAll: 1 << 3,
  /** Its text is a list to choose from. */
  choices: 1 << 4,
  /** It is code. */
  code: 1 << 5,
});

const { breaksWords, hidden, excludedFromText, choices, code } = textTrait;

const inHtml = new Uint8Array(tagCount);
for (const name of namesByTrait.breaksWords.split(' ')) add(inHtml, name, breaksWords);
for (const name of namesByTrait.hidden.split(' ')) add(inHtml, name, hidden);
for (const name of namesByTrait.excludedFromText.split(' ')) add(inHtml, name, excludedFromText);
for (const name of namesByTrait.choices.split(' ')) add(inHtml, name, choices);
for (const name of namesByTrait.code.split(' ')) add(inHtml, name, code);

// Foreign elements separate words: they are graphics.
const inSvg = new Uint8Array(tagCount).fill(breaksWords);
for (const name of ['desc', 'title']) add(inSvg, name, excludedFromText);
for (const name of ['metadata', 'script', 'style']) add(inSvg, name, hidden);

/** The {@link textTrait} flags of an element. */
export function textTraitsOf(tag: Tag, ns: Namespace): number {
  if (ns === namespace.html) return inHtml[tag.id] ?? 0;
  return (ns === namespace.svg ? inSvg[tag.id] : breaksWords) ?? 0;
}

function add(traits: Uint8Array, name: string, flag: number): void {
  traits[knownTag(name).id] = (traits[knownTag(name).id] ?? 0) | flag;
}
