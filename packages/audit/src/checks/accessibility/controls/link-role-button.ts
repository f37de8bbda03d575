import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { PageLink } from '../../../readings/page-urls.ts';
import type { Check } from '../../check.ts';

/** Attributes of scripts and of buttons that open something: a script may handle the key, too. */
const scripted =
  /\s(?:data-|aria-(?:controls|expanded|haspopup|pressed)|on[a-z]+\s*=|@|v-on:|ng-|x-on:)/i;

/**
 * Links to other pages are not announced as buttons. A button responds to the space bar, which scrolls the page on a
 * link unless a script handles the key.
 *
 * @remarks That a link with attributes of scripts may handle the space bar is ours.
 */
export const linkRoleButton: Check = {
  id: 'link-role-button',
  category: 'accessibility',
  importance: 'info',
  title: 'Links to other pages are announced as links',
  advice:
    'Remove role="button" from links that open a page; they can look like buttons without it. Where the role stays, let a script make the space bar work as well.',
  why: 'Screen readers announce a button, but a page opens, and the space bar, which presses buttons, may do nothing.',
  source: 'https://www.w3.org/WAI/ARIA/apg/patterns/button/',
  run: ({ urls }) => {
    const links = urls.links.filter(isOtherPage);
    const found = links.filter(({ tag }) => tag.role?.trim().toLowerCase() === 'button');
    const buttons = found.filter(({ tag }) => !scripted.test(tag.html));
    return faultsOutcome(links.length, buttons, {
      none: 'The page has no links to other pages.',
      fault: 'Links with role="button"',
      summary: (count, all) =>
        `${count} of ${all} links to other pages ${count === 1 ? 'is' : 'are'} announced as ${count === 1 ? 'a button' : 'buttons'}, and without a script a link does not respond to the space bar.`,
      value: { links: links.length, buttons: buttons.length },
    });
  },
};

function isOtherPage({ kind, tag }: PageLink): boolean {
  return (kind === 'internal' || kind === 'external') && tag.hidden === 'no';
}
