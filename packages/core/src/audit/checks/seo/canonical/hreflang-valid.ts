import { shorten } from '../../../language/shorten.ts';
import type { Check } from '../../check.ts';
import { hreflangFaultOf } from './hreflang-fault.ts';
import { languageVersionsOf } from './language-versions.ts';

const listed = 25;

/** A version whose code or address search engines cannot read is not shown to its readers. */
export const hreflangValid: Check = {
  id: 'hreflang-valid',
  category: 'seo',
  importance: 'medium',
  title: 'Links to other languages have valid codes and addresses',
  advice:
    'Write the language in two letters and, where it matters, the country behind it, with the whole address: <link rel="alternate" hreflang="en-GB" href="https://example.com/uk/">. Great Britain is GB, not UK; a country alone is no language.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  run: (facts) => {
    const versions = languageVersionsOf(facts);
    if (versions.length === 0) {
      return { status: 'na', summary: 'The page names no versions in other languages.' };
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
      return { status: 'pass', summary: 'All hreflang links are valid.', value: codes };
    }
    return {
      status: failing.length > 0 ? 'fail' : 'warn',
      summary: `${bad.length} of ${versions.length} hreflang links ${bad.length === 1 ? 'is not as it' : 'are not as they'} should be: ${worst.fault.reason}.`,
      value: bad
        .slice(0, listed)
        .map(({ version, fault }) => ({ code: shorten(version.code), fault: fault.reason })),
      evidence: bad.slice(0, listed).map(({ version }) => version.evidence),
    };
  },
};
