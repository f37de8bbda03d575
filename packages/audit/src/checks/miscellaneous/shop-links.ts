import type { Outcome } from '../../outcome.ts';
import { linksTo, unknownLinks } from '../../readings/legal-links.ts';
import { isShop } from '../../readings/shop.ts';
import type { Check } from '../check.ts';

/**
 * A shop says on every product’s page how to reach it, and on which terms it delivers and takes back.
 *
 * @remarks That links to both should be on every page is ours.
 */
export const shopLinks: Check = {
  id: 'shop-links',
  category: 'miscellaneous',
  importance: 'low',
  family: 'legal-links',
  title: 'The shop links to a contact, and to its terms of delivery and return',
  advice:
    'Link to a contact page and to the terms of delivery and return from the footer of every page: buyers look for them before they order.',
  why: 'Before they order, buyers want to know whom to ask, how goods are delivered and how to return them.',
  source: 'https://support.google.com/merchants/answer/6363310',
  run: (facts): Outcome => {
    if (!isShop(facts.page)) {
      return {
        status: 'na',
        summary: 'The page describes no offer of a product, or links to no shopping cart.',
      };
    }
    const missing = [
      ...(linksTo(facts, 'contact') ? [] : ['a contact']),
      ...(linksTo(facts, 'delivery', 'legal') ? [] : ['terms of delivery and return']),
    ];
    if (missing.length === 0) {
      return { status: 'pass', summary: 'Links name a contact, and terms of delivery or return.' };
    }
    return (
      unknownLinks(facts) ?? {
        status: 'warn',
        summary: `No text or URL of a link on this page names ${missing.join(' or ')}.`,
        value: missing,
      }
    );
  },
};
