import { namesText } from '../../readings/evidence.ts';
import { isTurnedOff } from '../../readings/permissions-policy.ts';
import { renderedOf } from '../../readings/rendered-page.ts';
import type { PermissionRequest } from '../../render/renderer.ts';
import type { Check } from '../check.ts';

const names: Readonly<Record<PermissionRequest, string>> = {
  geolocation: 'where they are',
  notifications: 'whether it may send them notifications',
};

/** The page asks for permissions when visitors have done something that needs them. */
export const permissionOnLoad: Check = {
  id: 'permission-on-load',
  category: 'miscellaneous',
  importance: 'low',
  reads: 'browser',
  title: 'Permissions are asked for when visitors need them',
  advice:
    'Ask after a click on a button that says what it is for, such as “Find a shop near me”, instead of while the page loads.',
  why: 'Visitors who do not know yet why refuse, and browsers then do not ask them again.',
  source: 'https://developer.chrome.com/docs/lighthouse/best-practices/geolocation-on-start',
  run: (facts) => {
    // Browsers refuse what the page has turned off itself, without a question.
    const asked = (renderedOf(facts)?.permissionRequests ?? []).filter(
      (each) => !isTurnedOff(facts, each),
    );
    if (asked.length === 0) {
      const summary = 'The page asks for neither the location nor notifications while it loads.';
      return { status: 'pass', summary, value: [] };
    }
    return {
      status: 'warn',
      summary: `While it loads, the page asks visitors ${namesText(asked.map((each) => names[each]))}.`,
      value: [...asked],
    };
  },
};
