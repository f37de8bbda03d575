import type { Outcome } from '../../../outcome.ts';
import type { PageFacts } from '../../../page/page-facts.ts';
import { maxEvidence, tagEvidence, tagsEvidence } from '../../../readings/evidence.ts';
import { memoize } from '../../../readings/memoize.ts';
import { ownUrlOf } from '../../../readings/own-url.ts';
import type { Entity } from '../../../readings/structured-data/entities.ts';
import { ownOrganizationsOf } from '../../../readings/structured-data/own-organizations.ts';
import { pageEntitiesOf, textsOf } from '../../../readings/structured-data/page-entities.ts';
import type { Check } from '../../check.ts';

/** Phone numbers, links and entities that are read. */
const limits = { numbers: 50, links: 200, entities: 200 } as const;

/**
 * The home page shows a phone number that its structured data gives for the organization, if it shows any.
 *
 * @remarks That only the home page is compared is ours: other pages may show the number of a person or a branch.
 */
export const phoneAgrees: Check = {
  id: 'phone-agrees',
  category: 'seo',
  importance: 'low',
  family: 'structured-data',
  title: 'The phone number in the structured data is on the page',
  advice:
    'Write the phone number that the page shows into telephone in the structured data, with the country code, such as +49 30 1234567.',
  why: 'Search engines may show a number that is not on the page, and customers may call the wrong one.',
  source: 'https://developers.google.com/search/docs/appearance/structured-data/sd-policies',
  run: (facts): Outcome => {
    const { page, urls } = facts;
    const { pathname } = ownUrlOf(facts);
    if (!/^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?)?$/i.test(pathname)) {
      return { status: 'na', summary: 'Only home pages are compared.' };
    }
    const numbers = ownOrganizationsOf(facts)
      .flatMap((entity) => phonesOf(entity, page))
      .slice(0, limits.numbers);
    if (numbers.length === 0) {
      const summary = 'The structured data gives no phone number of the organization of the site.';
      return { status: 'na', summary };
    }
    const links = urls.links
      .filter(({ url, tag }) => url?.protocol === 'tel:' && tag.hidden !== 'all')
      .slice(0, limits.links)
      .map(({ tag, url }) => ({ tag, digits: comparable(url?.href.slice('tel:'.length) ?? '') }))
      .filter(({ digits }) => digits.length >= fewestDigits);
    if (links.length === 0) {
      return { status: 'na', summary: 'The page has no link to a phone number.' };
    }
    const text = digitsOfTextIn(page);
    const isShown = ({ digits }: Phone) =>
      text.includes(digits) || links.some((link) => link.digits === digits);
    const value = { numbers: numbers.map(({ written }) => written.slice(0, 50).toWellFormed()) };
    const others = pageEntitiesOf(page).all.slice(0, limits.entities);
    const all = others.flatMap((entity) => phonesOf(entity, page)).slice(0, limits.numbers);
    if ([...numbers, ...all].some(isShown)) {
      return {
        status: 'pass',
        summary: 'The page shows the phone number of the structured data.',
        value,
      };
    }
    const [first] = numbers;
    return {
      status: 'warn',
      summary: `The structured data gives the phone number ${first?.written.slice(0, 50).toWellFormed()}; the page shows only others.`,
      value,
      evidence: [
        ...numbers.slice(0, maxEvidence).map(({ entity }) => tagEvidence(entity.item.tag())),
        ...tagsEvidence(links),
      ],
    };
  },
};

interface Phone {
  readonly entity: Entity;
  readonly written: string;
  readonly digits: string;
}

/** The phone numbers of an organization and of its departments and contact points. */
function phonesOf(entity: Entity, page: PageFacts): readonly Phone[] {
  const parts = ['contactPoint', 'department', 'location', 'address'].flatMap((name) =>
    (entity.properties.get(name) ?? []).flatMap((value) => pageEntitiesOf(page).of(value) ?? []),
  );
  return [entity, ...parts].flatMap((owner) =>
    textsOf(owner, 'telephone').flatMap((written) => {
      const digits = comparable(written);
      return digits.length < fewestDigits ? [] : [{ entity: owner, written, digits }];
    }),
  );
}

/** The shortest numbers that are compared; shorter ones are services or extensions. */
const fewestDigits = 6;
/** The digits at the end of a number without country and area, which pages write in many ways. */
const comparedDigits = 6;

/** The last digits of a number, without its extension. Letters are those of the keys. */
function comparable(written: string): string {
  const [number = ''] = written.slice(0, 100).split(/;|,|#|\s*(?:ext|x|app|durchwahl)\b/i);
  return digitsIn(withoutLetters(number)).slice(-comparedDigits);
}

const keys = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];

function withoutLetters(number: string): string {
  return number.replace(/[a-z]/gi, (letter) => {
    return String(keys.findIndex((key) => key.includes(letter.toLowerCase())) + 2);
  });
}

/** All digits of the text of a page, in order. */
const digitsOfTextIn = memoize((page: PageFacts): string => digitsIn(page.text));

/** The zeros of scripts whose digits differ from those of Latin, and the wide ones of Chinese and Japanese. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];

/** The digits of a text, as those of Latin. */
function digitsIn(text: string): string {
  const others = /[٠-٩۰-۹०-९০-৯๐-๙０-９]/g;
  const latin = text.replace(others, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (zeros.findLast((zero) => zero <= code) ?? 0));
  });
  return latin.replace(/\D+/g, '');
}
