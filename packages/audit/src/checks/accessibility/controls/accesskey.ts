import type { KeyboardFact, PageFacts, Position } from '../../../page/page-facts.ts';
import { controlsOf } from '../../../readings/controls.ts';
import { shortList, tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/**
 * The page takes no keys from browsers and screen readers. Keys that the text or title of their element names are left
 * out. Other sites document theirs on a separate page, so the check has no weight.
 */
export const accesskey: Check = {
  id: 'accesskey',
  category: 'accessibility',
  importance: 'info',
  title: 'The page explains its access keys',
  advice:
    'Remove accesskey attributes, unless visitors asked for them and a page explains them: they can override keys of browsers and screen readers.',
  why: 'Such keys can override those of browsers and screen readers, so people trigger something unexpected.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Global_attributes/accesskey',
  run: ({ page }) => {
    const keyed = page.keyboard.filter(
      ({ accesskey: key, hidden }) => hidden === 'no' && key?.trim(),
    );
    const texts = keyed.length === 0 ? new Map<string, string>() : textsByPosition(page);
    const found = keyed.filter((tag) => !isExplained(tag, texts.get(positionOf(tag)) ?? ''));
    const keys = shortList(new Set(found.map(({ accesskey: key }) => key?.trim() ?? '')));
    const value = { elements: found.length, keys };
    if (found.length === 0) {
      return {
        status: 'pass',
        summary: 'Elements with an accesskey that their text does not name: 0.',
        value,
      };
    }
    return {
      status: 'warn',
      summary: `${found.length} ${found.length === 1 ? 'element has an accesskey' : 'elements have an accesskey'}: ${keys.slice(0, 5).join(', ')}.`,
      value,
      evidence: tagsEvidence(found),
    };
  },
};

/** A word before a key that is explained, and the key: `Accesskey = s`, `Alt + S`, `Taste 1`. */
const namedKey =
  /(?:access ?-?key|(?<!\p{L})alt|shortcut|taste|tecla|touche)[^\p{L}\p{N}]{1,5}(?:shift[^\p{L}\p{N}]{1,5})?([\p{L}\p{N}]+)/gu;
/** Characters of a text that are read. */
const maxText = 300;

/** Whether the text or title of an element names its key. */
function isExplained({ accesskey, html }: KeyboardFact, text: string): boolean {
  const [, double, single] = /\stitle\s*=\s*(?:"([^"]*)|'([^']*))/i.exec(html) ?? [];
  const written = (accesskey ?? '').trim().toLowerCase();
  return [text, double ?? single ?? ''].some((said) => {
    const read = said.slice(0, maxText).toLowerCase();
    if (read.includes(`[${written}]`) || read.includes(`(${written})`)) return true;
    return [...read.matchAll(namedKey)].some(([, key]) => key === written);
  });
}

/** What visitors read in links, fields and their labels. */
function textsByPosition(page: PageFacts): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const anchor of page.anchors) texts.set(positionOf(anchor), anchor.text);
  for (const label of page.fieldLabels) texts.set(positionOf(label), label.text);
  for (const { tag, name } of controlsOf(page)) {
    const position = positionOf(tag);
    if (!texts.has(position)) texts.set(position, name);
  }
  return texts;
}

function positionOf({ line, column }: Position): string {
  return `${line}:${column}`;
}
