import type { Outcome } from '../../../outcome.ts';
import type { AnchorFact } from '../../../page/page-facts.ts';
import { accessibleNameOf } from '../../../readings/accessible-name.ts';
import { elementsEvidence, shortList } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import {
  genericLinkTexts,
  isNoPhrase,
  maxGenericTextLength,
} from '../../../readings/generic-link-texts.ts';
import { unitKind, unitKinds } from '../../../readings/text/text-words.ts';
import { percentDecoded } from '../../../url/percent-decoded.ts';
import type { Check } from '../../check.ts';

/** Arrows, brackets and dots around a text: `Read more »` is the same as `Read more`. */
const decoration = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu;

/**
 * Link texts describe their target. A link with a descriptive accessible name passes even if its visible
 * text is generic, and so does one whose text is the name of its target: a section named "Information".
 *
 * @remarks Texts in other languages, and further words, are ours.
 */
export const linkText: Check = {
  id: 'link-text',
  category: 'seo',
  importance: 'low',
  title: 'Link texts describe their target',
  advice:
    'Use words that describe the target as the link text: "Read <a href="/rye">how to bake rye bread</a>" instead of "<a href="/rye">read more</a>".',
  why: 'Visitors who skim the page, people with screen readers and search engines learn little from a text like “click here”.',
  source: 'https://developer.chrome.com/docs/lighthouse/seo/link-text',
  run: ({ page, urls }): Outcome => {
    const pageLang = page.html?.lang ?? page.html?.xmlLang ?? null;
    const pageTexts = genericLinkTexts(pageLang);
    const isGeneric = (text: string, lang: string | null): boolean => {
      if (text.length > maxGenericTextLength) return false;
      const texts = lang === null ? pageTexts : genericLinkTexts(lang);
      if (texts === null) return false;
      if (isNoPhrase(text, texts)) return false;
      const compared = normalized(text.trim()).toLowerCase();
      if (texts.has(compared)) return true;
      return !isBare(compared) && texts.has(compared.replace(decoration, ''));
    };
    let links = 0;
    let checked = 0;
    const generic: AnchorFact[] = [];
    for (const { kind, tag, url } of urls.links) {
      const { text, lang, rel } = tag;
      if ((kind !== 'internal' && kind !== 'external') || text === '') continue;
      if (rel.includes('nofollow')) continue;
      links++;
      if (!isGeneric(text, lang)) continue;
      if (checked++ < maxCompared && isNameOf(url, text)) continue;
      if (isGeneric(accessibleNameOf(tag, page.labels) || text, lang)) generic.push(tag);
    }
    const texts = shortList(new Set(generic.map(({ text }) => text)));
    return faultsOutcome(links, generic, {
      none: 'The page has no text links to other pages.',
      fault: 'Generic link texts',
      summary: (count, all) =>
        `${count} of ${all} link texts ${count === 1 ? 'is' : 'are'} generic${texts.length === 1 ? ':' : ', such as'} "${texts[0]}".`,
      value: { links, generic: generic.length, texts },
      evidence: () => elementsEvidence(generic),
      severity: 'by share',
    });
  },
};

/** Generic texts that are compared with the URL of their link: far more than a normal page has. */
const maxCompared = 300;

/** Characters of a path of which the end is compared. */
const maxSegment = 200;

/** A word for any target, which names no section of a site. */
const anyTarget = 'page';

/**
 * Whether a text is the name of what a link leads to: the path ends with the same words, or it is the start page.
 */
function isNameOf(url: URL | null, text: string): boolean {
  if (url === null) return false;
  const name = plain(text);
  if (name === anyTarget) return false;
  if (url.pathname === '/' && url.search === '') return name === 'start';
  const segments = url.pathname.slice(-maxSegment).replace(/\/$/, '').split('/');
  const segment = percentDecoded(segments.at(-1) ?? '').replace(/\.\w{1,5}$/, '');
  return name !== '' && plain(segment) === name;
}

/** The words of a text or of a part of a path. */
function plain(text: string): string {
  return normalized(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Whether a text begins and ends with letters, and so has no decoration to remove. */
function isBare(text: string): boolean {
  const { hiragana } = unitKinds;
  const last = text.length - 1;
  return (
    last >= 0 &&
    unitKind(text.charCodeAt(0)) >= hiragana &&
    unitKind(text.charCodeAt(last)) >= hiragana
  );
}

/** In the normal form of the lists; Latin text needs no normalisation. */
function normalized(text: string): string {
  return /[^\0-\u02ff]/.test(text) ? text.normalize('NFC') : text;
}
