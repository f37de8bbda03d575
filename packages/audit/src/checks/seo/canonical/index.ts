import type { Check } from '../../check.ts';
import { canonical } from './canonical.ts';
import { canonicalAttributes } from './canonical-attributes.ts';
import { canonicalFragment } from './canonical-fragment.ts';
import { canonicalHttps } from './canonical-https.ts';
import { canonicalMismatch } from './canonical-mismatch.ts';
import { canonicalMissing } from './canonical-missing.ts';
import { canonicalOther } from './canonical-other.ts';
import { hreflangDuplicate } from './hreflang-duplicate.ts';
import { hreflangSelf } from './hreflang-self.ts';
import { hreflangValid } from './hreflang-valid.ts';
import { hreflangVsCanonical } from './hreflang-vs-canonical.ts';
import { hreflangVsLang } from './hreflang-vs-lang.ts';
import { hreflangXDefault } from './hreflang-x-default.ts';
import { pagination } from './pagination.ts';

/** Canonical links, language versions and pagination. */
export const canonicalChecks: readonly Check[] = [
  canonical,
  canonicalMissing,
  canonicalOther,
  canonicalHttps,
  canonicalFragment,
  canonicalAttributes,
  canonicalMismatch,
  hreflangValid,
  hreflangSelf,
  hreflangXDefault,
  hreflangDuplicate,
  hreflangVsLang,
  hreflangVsCanonical,
  pagination,
];
