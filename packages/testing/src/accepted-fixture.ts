import type { AcceptedFinding } from '@sitegrade/core';
import type { NewAcceptedFindings, Store } from '@sitegrade/core/store';

type NewFinding = NewAcceptedFindings['findings'][number];

/** A place that is accepted, with a fingerprint that ends in this number. */
export function newPlace(index: number, part: Partial<NewFinding> = {}): NewFinding {
  return {
    check: 'image-alt',
    path: '/pricing',
    fingerprint: index.toString(16).padStart(16, '0'),
    quote: `<img src="${index}.png">`,
    reason: 'Decoration.',
    expires: null,
    ...part,
  };
}

/** A pattern that is accepted. */
export function newPattern(path: string, part: Partial<NewFinding> = {}): NewFinding {
  return newPlace(0, { path, fingerprint: null, quote: null, ...part });
}

/** Findings to accept. */
export function newAccepted(
  websiteId: number,
  findings: readonly NewFinding[],
  part: Partial<NewAcceptedFindings> = {},
): NewAcceptedFindings {
  return {
    ownerId: 'owner-1',
    websiteId,
    findings,
    acceptedAt: new Date('2026-01-02T03:04:05.678Z'),
    maxAccepted: 1_000,
    maxPatterns: 100,
    ...part,
  };
}

/** Accepts findings, which must be possible. */
export async function accept(
  store: Store,
  ...given: Parameters<typeof newAccepted>
): Promise<readonly AcceptedFinding[]> {
  const setting = await store.accepted.accept(newAccepted(...given));
  if (setting.outcome !== 'accepted') throw new Error(`Not accepted: ${setting.outcome}.`);
  return setting.findings;
}
