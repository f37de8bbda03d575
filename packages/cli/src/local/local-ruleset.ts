import { type Check, defaultRuleset, extendRuleset, type Ruleset } from '@sitegrade/core/checks';

/** Checks of links to the site itself, which a crawl evaluates again at its end: by their own functions. */
const ownLinkChecks: ReadonlySet<string> = new Set(['links-broken', 'links-redirect']);

/**
 * The checks of local files: those about the server do not apply, as its operator is the command. Where other hosts are
 * not requested, neither do those that need them; nor those of the root of the origin, where the folder is below it.
 */
export function localRuleset(
  base: Ruleset = defaultRuleset,
  {
    hasServerChecks,
    hasExternalLinks,
    hasRoot,
  }: { hasServerChecks: boolean; hasExternalLinks: boolean; hasRoot: boolean },
): Ruleset {
  const replace = base.checks.flatMap((check) => {
    if (check.isAboutServer && !hasServerChecks) return [notChecked(check, aboutServer)];
    if (check.isAtRoot && !hasRoot) return [notChecked(check, aboutRoot)];
    const needsOthers = check.samples !== undefined && !ownLinkChecks.has(check.id);
    return needsOthers && !hasExternalLinks ? [withoutOthers(check)] : [];
  });
  return replace.length === 0 ? base : extendRuleset(base, { version: 'local', replace });
}

const aboutServer =
  'Not checked: it depends on the server that the site is uploaded to. --server-checks checks it here.';

const aboutRoot =
  'Not checked: it depends on the root of the site, which is outside the folder at --base-url.';

function notChecked(check: Check, summary: string): Check {
  return { ...check, run: () => ({ status: 'na', summary }) };
}

/** What could not be checked because no other host was requested was not meant to be. */
function withoutOthers(check: Check): Check {
  return {
    ...check,
    run(facts, options) {
      const outcome = check.run(facts, options);
      if (outcome.status !== 'error') return outcome;
      const summary = 'Not checked: other hosts are requested with --external-links only.';
      return { status: 'na', summary };
    },
  };
}
