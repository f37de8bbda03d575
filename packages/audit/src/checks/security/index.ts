import type { Check } from '../check.ts';
import { clickjacking } from './clickjacking.ts';
import { cookies } from './cookies.ts';
import { corsCredentials } from './cors-credentials.ts';
import { crossOriginIsolation } from './cross-origin-isolation.ts';
import { csp } from './csp.ts';
import { exposedSecrets } from './exposed-secrets.ts';
import { formInsecure } from './form-insecure.ts';
import { hsts } from './hsts.ts';
import { https } from './https.ts';
import { mixedContent } from './mixed-content.ts';
import { nosniff } from './nosniff.ts';
import { permissionsPolicy } from './permissions-policy.ts';
import { privacyLink } from './privacy-link.ts';
import { referrerPolicy } from './referrer-policy.ts';
import { serverSignature } from './server-signature.ts';
import { sri } from './sri.ts';
import { trackerConsent } from './tracker-consent.ts';
import { trackingCookies } from './tracking-cookies.ts';
import { unsafeCrossOrigin } from './unsafe-cross-origin.ts';
import { vulnerableLibraries } from './vulnerable-libraries.ts';

/** Encryption, headers, loaded files, and what visitors leave behind. */
export const securityChecks: readonly Check[] = [
  https,
  mixedContent,
  formInsecure,
  hsts,
  csp,
  clickjacking,
  nosniff,
  referrerPolicy,
  cookies,
  corsCredentials,
  serverSignature,
  permissionsPolicy,
  crossOriginIsolation,
  unsafeCrossOrigin,
  sri,
  vulnerableLibraries,
  exposedSecrets,
  trackerConsent,
  trackingCookies,
  privacyLink,
];
