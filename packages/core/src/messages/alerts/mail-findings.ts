import type { AlertData, AlertFinding } from './alert-message.ts';

/** New findings as mails have them: the first places of each check, the most important check first. */
export interface MailFindings extends NonNullable<AlertData['new_findings']> {
  /** How many places each check or issue of the rows has. Default: those of the rows. */
  readonly counts?: Readonly<Record<string, number>>;
}

/** Mail programs cut long mails. */
const placesOfCheck = 2;

/**
 * The new findings of a mail, which names each check once.
 *
 * @param findings - All of them, most important first.
 */
export function mailFindingsOf(
  findings: readonly AlertFinding[],
  maxChecks: number,
): Required<MailFindings> {
  const groups = [...byCheck(findings)].slice(0, maxChecks);
  return {
    total: findings.length,
    rows: groups.flatMap(([, places]) => places.slice(0, placesOfCheck)),
    counts: Object.fromEntries(groups.map(([check, places]) => [check, places.length])),
  };
}

/** Findings by their check or issue, in the order of the first of each. */
export function byCheck<Finding extends Pick<AlertFinding, 'check'>>(
  findings: readonly Finding[],
): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.check);
    if (group === undefined) groups.set(finding.check, [finding]);
    else group.push(finding);
  }
  return groups;
}
