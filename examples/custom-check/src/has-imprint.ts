import { type Check, tagEvidence } from '@sitegrade/core/checks';

/** Texts of links to an imprint. */
const names = new Set(['impressum', 'imprint', 'anbieterkennzeichnung']);

/** German law requires an imprint that is easy to find, so every page should link to it. */
export const hasImprint: Check = {
  id: 'acme-imprint',
  category: 'miscellaneous',
  importance: 'medium',
  title: 'The page links to its imprint',
  advice: 'Put a link called "Impressum" into the footer of every page.',
  source: 'https://www.gesetze-im-internet.de/ddg/__5.html',
  run: ({ page }) => {
    if (!page.html?.lang?.toLowerCase().startsWith('de')) {
      return { status: 'na', summary: 'The page is not in German.' };
    }
    const link = page.anchors.find(({ accessibleText }) => names.has(accessibleText.toLowerCase()));
    if (link === undefined) return { status: 'fail', summary: 'No link leads to an imprint.' };
    return {
      status: 'pass',
      summary: 'The page links to its imprint.',
      evidence: [tagEvidence(link)],
    };
  },
};
