import { shorten } from '../../../readings/language/language-tag.ts';
import { hreflangFaultOf, languageVersionsOf } from '../../../readings/language-versions.ts';
import type { Check } from '../../check.ts';

const listed = 25;

/** Search engines ignore a version whose code or URL they cannot read. */
export const hreflangValid: Check = {
  id: 'hreflang-valid',
  category: 'seo',
  importance: 'medium',
  family: 'hreflang',
  title: 'hreflang links have valid codes and URLs',
  advice:
    'Fix the quoted links: use a two-letter language code, a country code if it matters, and an absolute URL, such as <link rel="alternate" hreflang="en-GB" href="https://example.com/uk/">. Great Britain is GB, not UK, and a country code alone is not a language.',
  why: 'Search engines may ignore a faulty entry, and send people to a version in a language that they do not read.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  run: (facts) => {
    const versions = languageVersionsOf(facts);
    if (versions.length === 0) {
      return { status: 'na', summary: 'The page has no hreflang links.' };
    }
    const found = versions.flatMap((version) => {
      const fault = hreflangFaultOf(version);
      return fault === null ? [] : [{ version, fault }];
    });
    const failing = found.filter(({ fault }) => fault.status === 'fail');
    const bad = [...failing, ...found.filter(({ fault }) => fault.status === 'warn')];
    const [worst] = bad;
    if (!worst) {
      const codes = versions.slice(0, listed).map(({ code }) => shorten(code));
      const summary = `hreflang links with an error: 0 of ${versions.length}.`;
      return { status: 'pass', summary, value: codes };
    }
    return {
      status: failing.length > 0 ? 'fail' : 'warn',
      summary: `${bad.length} of ${versions.length} hreflang links ${bad.length === 1 ? 'has' : 'have'} an error: ${worst.fault.reason}.`,
      value: bad
        .slice(0, listed)
        .map(({ version, fault }) => ({ code: shorten(version.code), fault: fault.reason })),
      evidence: bad.slice(0, listed).map(({ version }) => version.evidence),
    };
  },
};
