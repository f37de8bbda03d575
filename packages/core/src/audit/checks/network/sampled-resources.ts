import type { ResourceAnswer, ResourceProbe } from '../../fetch/probes/probe-facts.ts';
import type { AuditFacts, Evidence, Outcome } from '../check.ts';
import { tagEvidence } from '../evidence.ts';
import { meaningOf, shortUrl } from './answers.ts';

/** A script or a style sheet that came. */
export interface SampledResource {
  readonly type: ResourceProbe['type'];
  readonly answer: ResourceAnswer;
  readonly evidence: Evidence;
}

/** One of them, and what a check found in it. */
export interface Finding {
  readonly resource: SampledResource;
  /** What is wrong, in a few words; `null` where nothing is. */
  readonly fault: string | null;
}

/** Scripts and style sheets that came, not a page in their place. */
export function resourcesThatCame({ probes }: AuditFacts): readonly SampledResource[] {
  return came(probes.resources.sample);
}

function came(sample: readonly ResourceProbe[]): readonly SampledResource[] {
  return sample.flatMap(({ type, probe, tag }) => {
    if (probe.kind !== 'answered' || meaningOf(probe.status) !== 'there') return [];
    return probe.contentType === 'text/html'
      ? []
      : [{ type, answer: probe, evidence: tagEvidence(tag) }];
  });
}

/**
 * Judges the page's own sampled scripts and style sheets: those of other sites are not its owner's
 * to mend.
 *
 * @param good - What is said of them where nothing is wrong with any: `are minified`.
 * @param bad - What is said of those with which something is: `could be minified`.
 */
export function judgeOwnResources(
  { probes }: AuditFacts,
  faultOf: (resource: SampledResource) => string | null,
  { good, bad }: { readonly good: string; readonly bad: string },
): Outcome {
  const own = probes.resources.sample.filter((one) => one.own);
  if (own.length === 0) {
    return { status: 'na', summary: 'The page loads no scripts or style sheets of its own site.' };
  }
  const findings: readonly Finding[] = came(own).map((resource) => ({
    resource,
    fault: faultOf(resource),
  }));
  const faulty = findings.filter(({ fault }) => fault !== null);
  const value = {
    total: probes.resources.total,
    checked: findings.length,
    faults: faulty.map(({ resource, fault }) => `${shortUrl(resource.answer.url)}: ${fault}`),
  };
  if (findings.length === 0) {
    const summary = 'None of the scripts and style sheets that were tried came.';
    return { status: 'error', summary, value };
  }
  if (faulty.length === 0) {
    const summary = `Scripts and style sheets that were tried ${good}: ${findings.length} of ${value.total}.`;
    return { status: 'pass', summary, value };
  }
  return {
    status: 'warn',
    summary: `${faulty.length} of ${findings.length} scripts and style sheets that were tried ${bad}.`,
    value,
    evidence: faulty.map(({ resource }) => resource.evidence),
    points: (findings.length - faulty.length) / findings.length,
  };
}
