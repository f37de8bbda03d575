import { reasonText } from '../../probes/probe-verdicts.ts';
import type { Check } from '../check.ts';

const dayMs = 86_400_000;

/** @remarks The limit of 14 days is ours: time to fix a failed renewal, which is usually due a month before. */
const soonDays = 14;

/**
 * Short-lived certificates are renewed late on purpose, with a third of their lifetime left
 * (https://letsencrypt.org/docs/integration-guide/#when-to-renew).
 */
const soonShare = 1 / 3;

/**
 * The certificate does not expire soon. The result changes with the date, so the check has no weight.
 */
export const tlsCertificateDays: Check<'days'> = {
  id: 'tls-certificate-days',
  category: 'security',
  importance: 'info',
  isAboutServer: true,
  family: 'https',
  title: 'The certificate is valid long enough',
  advice:
    'Renew the certificate, and automate renewal (certbot, Caddy or your host). If renewal is already automated, find out why it failed.',
  why: 'Once the certificate has expired, browsers warn visitors against the site instead of showing it.',
  source: 'https://letsencrypt.org/docs/integration-guide/',
  about: 'site',
  options: {
    days: {
      default: soonDays,
      min: 0,
      max: 365,
      unit: 'days',
      description:
        'A certificate that expires sooner is a warning; for a short-lived one, a third of its lifetime if that is less.',
    },
  },
  run: ({ response, probes: { handshake }, now }, { days }) => {
    if (!response.finalUrl.startsWith('https:') || handshake === null) {
      return { status: 'na', summary: 'The page is served over http.' };
    }
    if (handshake.kind !== 'response') {
      return {
        status: 'error',
        summary: `The certificate could not be checked: ${reasonText(handshake)}.`,
      };
    }
    const { validFrom, validTo, issuer } = handshake;
    const end = Date.parse(validTo ?? '');
    if (validTo === null || Number.isNaN(end)) {
      return { status: 'error', summary: 'The certificate does not state how long it is valid.' };
    }
    const left = (end - now.getTime()) / dayMs;
    const life = validFrom === null ? Number.NaN : (end - Date.parse(validFrom)) / dayMs;
    const soon = Number.isNaN(life) ? days : Math.min(days, life * soonShare);
    const daysLeft = Math.floor(left);
    const value = { daysLeft, validTo, issuer };
    const date = validTo.slice(0, 10);
    if (left < 0) {
      return { status: 'fail', summary: `The certificate expired on ${date}.`, value };
    }
    if (left < soon) {
      return {
        status: 'warn',
        summary: `The certificate expires on ${date}, in ${inDays(daysLeft)}.`,
        value,
      };
    }
    return { status: 'pass', summary: `The certificate is valid until ${date}.`, value };
  },
};

function inDays(days: number): string {
  if (days === 0) return 'less than a day';
  return days === 1 ? '1 day' : `${days} days`;
}
