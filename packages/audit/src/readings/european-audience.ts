import type { AuditFacts } from '../audit-facts.ts';
import { ownUrlOf } from './own-url.ts';

/**
 * Countries where storing data on a visitor's device needs consent: the members of the European Economic
 * Area. Switzerland and the United Kingdom have their own rules, with more exceptions.
 * Source: https://eur-lex.europa.eu/eli/dir/2002/58/2009-12-19, article 5(3)
 */
const countries = new Set(
  'at be bg cy cz de dk ee es fi fr gr hr hu ie is it li lt lu lv mt nl no pl pt ro se si sk'.split(
    ' ',
  ),
);

/** Languages that are hardly spoken elsewhere. */
const languages = new Set(
  'bg cs da de el et fi ga hr hu is it lt lv mt nb nl nn no pl ro sk sl sv'.split(' '),
);

/** Languages of countries outside, too, whose sites use short domains such as `.it` and `.is` for words. */
const worldLanguages = new Set(['en', 'ar', 'fa', 'hi', 'ja', 'ko', 'ru', 'tr', 'zh']);

/** Domains of countries that companies everywhere use. */
const genericDomains = new Set([
  'ai',
  'app',
  'cc',
  'co',
  'fm',
  'gg',
  'io',
  'me',
  'sh',
  'so',
  'to',
  'tv',
  'ws',
]);

/**
 * Whether a page certainly addresses visitors in the European Economic Area: by the country of its domain or
 * of its language, or by a language that is spoken there alone.
 */
export function addressesEurope(facts: AuditFacts): boolean {
  const domain = ownUrlOf(facts).hostname.split('.').at(-1) ?? '';
  const [language = '', ...rest] = (facts.page.html?.lang ?? '').trim().toLowerCase().split('-', 4);
  const region = rest.find((part) => /^[a-z]{2}$/.test(part));
  if (domain === 'eu') return true;
  if (countries.has(domain)) {
    return region === undefined
      ? !worldLanguages.has(language) || domain === 'ie'
      : countries.has(region);
  }
  const isElsewhere = /^[a-z]{2}$/.test(domain) && !genericDomains.has(domain);
  if (isElsewhere) return false;
  if (region !== undefined) return countries.has(region) && language !== 'en';
  return languages.has(language);
}
