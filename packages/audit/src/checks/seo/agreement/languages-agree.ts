import type { AuditFacts } from '../../../audit-facts.ts';
import type { Evidence, Outcome } from '../../../outcome.ts';
import type { MetaFact } from '../../../page/page-facts.ts';
import { headerEvidence, tagEvidence } from '../../../readings/evidence.ts';
import {
  comparableLanguage,
  languageFault,
  parseLanguageTag,
  shorten,
} from '../../../readings/language/language-tag.ts';
import { isA, pageEntitiesOf, textsOf } from '../../../readings/structured-data/page-entities.ts';
import { compareLanguage } from '../../../readings/text/detect-language.ts';
import { declaredLanguageOf, htmlLangOf } from '../../../readings/text/language.ts';
import type { Check } from '../../check.ts';

/**
 * Every other declaration of the language of a page names that of the `lang` attribute.
 *
 * @remarks That all declarations should name the same language is our conclusion.
 */
export const languagesAgree: Check = {
  id: 'languages-agree',
  category: 'seo',
  importance: 'low',
  family: 'lang',
  title: 'Every declaration of the language names the same one',
  advice:
    'Set og:locale, inLanguage of the structured data and the Content-Language header to the language of the text, like the lang attribute of the <html> tag. A plugin or theme often keeps en_US as its default.',
  why: 'Search engines, social networks and screen readers each read another one, and some get the wrong language.',
  source: 'https://ogp.me/#optional',
  run: (facts): Outcome => {
    const { page } = facts;
    const lang = htmlLangOf(facts);
    const declared = lang === '' ? null : declaredLanguageOf(page);
    if (page.html === null || declared === null || !isLanguage(lang)) {
      return { status: 'na', summary: 'The <html> tag declares no language.' };
    }
    const pageLanguage = comparableLanguage(lang);
    const others = othersOf(facts).filter(
      ({ name, tags }) =>
        tags.every(isLanguage) && (name !== 'og:locale' || languagesOfPreviews.has(pageLanguage)),
    );
    if (others.length === 0) {
      return { status: 'na', summary: 'The page declares its language in one place only.' };
    }
    const value = {
      lang: shorten(lang),
      others: others.map(({ name, tags }) => ({
        name,
        languages: tags.slice(0, 5).map((tag) => shorten(tag)),
      })),
    };
    const agreeing = new Set(
      others
        .filter(({ tags }) => tags.some((tag) => comparableLanguage(tag) === pageLanguage))
        .map(({ name }) => name),
    );
    // A list of locales or of works may name further ones.
    const different = others.filter(({ name }) => !agreeing.has(name));
    const [first] = different;
    if (first === undefined) {
      return {
        status: 'pass',
        summary: `All declarations name the language “${shorten(lang)}”.`,
        value,
      };
    }
    // The check `lang-matches-text` reports a `lang` that is wrong.
    if (compareLanguage(page, declared).verdict === 'differs') {
      return { status: 'na', summary: 'The text is not in the language of the <html> tag.', value };
    }
    return {
      status: 'warn',
      summary: `The <html> tag declares the language “${shorten(lang)}”, ${first.name} “${shorten(first.tags[0] ?? '')}”.`,
      value,
      evidence: [tagEvidence(page.html), ...different.map(({ evidence }) => evidence)],
    };
  },
};

/**
 * The languages that Facebook offers for og:locale, in the form of `comparableLanguage`. Pages in others name the
 * closest one. Source: https://www.facebook.com/translations/FacebookLocales.xml
 */
const languagesOfPreviews = new Set(
  `af am ar as az be bg bn br bs ca cs cy da de el en eo es et eu fa ff fi fil fo fr fy ga gl gn gu ha he hi hr hu
  hy id is it ja jv ka kk km kn ko ku ky lo lt lv mg mk ml mn mr ms mt my ne nl no or pa pl ps pt ro ru rw si sk sl
  so sq sr sv sw ta te tg th tr uk ur uz vi zh`.split(/\s+/),
);

interface Declaration {
  readonly name: string;
  /** Language tags with hyphens. */
  readonly tags: readonly string[];
  readonly evidence: Evidence;
}

function othersOf({ page, response }: AuditFacts): readonly Declaration[] {
  const metas = page.metas
    .filter(({ inHead }) => inHead)
    .slice(0, mostMetas)
    .filter((meta) => (isLocale(meta) || isHeader(meta)) && meta.content?.trim())
    .slice(0, mostDeclarations)
    .map((meta): Declaration => {
      const name = isLocale(meta) ? 'og:locale' : 'content-language';
      return { name, tags: tagsIn(meta.content?.trim() ?? ''), evidence: tagEvidence(meta) };
    });
  const headers = (response.headers.get('content-language') ?? []).map((content) => ({
    name: 'the Content-Language header',
    tags: tagsIn(content),
    evidence: headerEvidence('Content-Language', content),
  }));
  // Works that a page lists or embeds may be in other languages.
  const data = pageEntitiesOf(page)
    .all.filter((entity) => entity.top && (isA(entity, 'WebPage') || isA(entity, 'Article')))
    .slice(0, mostDeclarations)
    .map((entity) => ({
      name: 'inLanguage',
      tags: textsOf(entity, 'inLanguage').flatMap(tagsIn),
      entity,
    }))
    .filter(({ tags }) => tags.length > 0)
    .map(({ name, tags, entity }) => ({ name, tags, evidence: tagEvidence(entity.item.tag()) }));
  return [...metas, ...headers, ...data].filter(({ tags }) => tags.length > 0);
}

const mostMetas = 2_000;
/** Meta tags and entities whose languages are read. */
const mostDeclarations = 100;

function isLocale({ property, name }: MetaFact): boolean {
  return (property ?? name)?.trim().toLowerCase() === 'og:locale';
}

function isHeader({ httpEquiv }: MetaFact): boolean {
  return httpEquiv?.trim().toLowerCase() === 'content-language';
}

function tagsIn(content: string): readonly string[] {
  return content
    .slice(0, 200)
    .split(',')
    .map((tag) => tag.trim().replaceAll('_', '-'))
    .filter((tag) => tag !== '');
}

/** `German` is not a language tag, and neither is `max-age=0`. */
function isLanguage(tag: string): boolean {
  return parseLanguageTag(tag) !== null && languageFault(tag) === null;
}
