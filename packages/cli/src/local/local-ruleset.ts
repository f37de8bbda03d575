import { type Check, defaultRuleset, extendRuleset, type Ruleset } from '@sitegrade/core/checks';

/**
 * The checks of local files: those about the server do not apply, as its operator is the command. Where other hosts are
 * not requested, neither do those that need them.
 */
export function localRuleset(
  base: Ruleset = defaultRuleset,
  { hasServerChecks, hasExternalLinks }: { hasServerChecks: boolean; hasExternalLinks: boolean },
): Ruleset {
  const replace = base.checks.flatMap((check) => {
    if (check.isAboutServer && !hasServerChecks) return [withoutServer(check)];
    const needsOthers = check.samples !== undefined && !hasExternalLinks;
    return needsOthers ? [withoutOthers(check)] : [];
  });
  return replace.length === 0 ? base : extendRuleset(base, { version: 'local', replace });
}

function withoutServer(check: Check): Check {
  return {
    ...check,
    run: () => ({
      status: 'na',
      summary:
        'Not checked: it depends on the server that the site is uploaded to. --server-checks checks it here.',
    }),
  };
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
