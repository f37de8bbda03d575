import type { AuditFacts } from '../../audit-facts.ts';
import type { Outcome } from '../../outcome.ts';
import { linksTo, unknownLinks } from '../../readings/legal-links.ts';
import { ownUrlOf } from '../../readings/own-url.ts';
import { personalDataOf } from '../../readings/personal-data.ts';
import { isShop } from '../../readings/shop.ts';
import type { Check } from '../check.ts';

/**
 * A page for visitors in Germany or Austria leads to who is responsible for it. Courts accept a link named
 * “Kontakt”, too (Bundesgerichtshof, I ZR 228/03).
 *
 * @remarks Which pages are for visitors in Germany or Austria is ours.
 */
export const imprintLink: Check = {
  id: 'imprint-link',
  category: 'miscellaneous',
  importance: 'low',
  family: 'legal-links',
  title: 'The page links to an imprint',
  advice:
    'Link to a page named “Impressum” with the name, the postal address and the email address of the owner from the footer of every page.',
  why: 'In Germany and Austria, commercial sites generally must name their owner, so a missing imprint is a legal risk.',
  source: 'https://www.gesetze-im-internet.de/ddg/__5.html',
  run: (facts): Outcome => {
    if (!isForGermanyOrAustria(facts)) {
      return {
        status: 'na',
        summary: 'Nothing on the page says that it is for visitors in Germany or Austria.',
      };
    }
    if (!isShop(facts.page) && personalDataOf(facts) === null) {
      return { status: 'na', summary: 'Nothing on the page says that it is one of a business.' };
    }
    if (linksTo(facts, 'legal', 'contact')) {
      return { status: 'pass', summary: 'A link names legal information or a contact.' };
    }
    return (
      unknownLinks(facts) ?? {
        status: 'warn',
        summary: 'No text or URL of a link on this page names an imprint (Impressum) or a contact.',
      }
    );
  },
};

function isForGermanyOrAustria(facts: AuditFacts): boolean {
  const language = facts.page.html?.lang?.trim().toLowerCase() ?? '';
  if (language === 'de-de' || language === 'de-at') {
    return !/\.(?:ch|li)$/.test(ownUrlOf(facts).hostname);
  }
  return language === 'de' && /\.(?:de|at)$/.test(ownUrlOf(facts).hostname);
}
