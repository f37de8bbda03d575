import type { AuditFacts } from '../audit-facts.ts';
import type { Evidence, Outcome } from '../outcome.ts';
import { tagEvidence } from '../readings/evidence.ts';
import { pointsOfShare } from '../readings/points-of-share.ts';
import type { ResourceProbe, ResourceResponse } from './probe-facts.ts';
import { shortUrl, statusMeaning } from './probe-verdicts.ts';
import { areOwnFilesIncomplete } from './unrequested-samples.ts';

/** A script or a style sheet that was loaded. */
interface SampledResource {
  readonly type: ResourceProbe['type'];
  readonly response: ResourceResponse;
  readonly evidence: Evidence;
}

/** A loaded resource, and what a check found in it. */
interface Finding {
  readonly resource: SampledResource;
  /** The fault in a few words; `null` for none. */
  readonly fault: string | null;
}

/** The sampled scripts and style sheets that were loaded; HTML pages sent instead are left out. */
export function loadedResources({ probes }: AuditFacts): readonly SampledResource[] {
  return loadedOf(probes.resources.sample);
}

function loadedOf(sample: readonly ResourceProbe[]): readonly SampledResource[] {
  return sample.flatMap(({ type, probe, tag }) => {
    if (probe.kind !== 'response' || statusMeaning(probe.status) !== 'available') return [];
    return probe.contentType === 'text/html'
      ? []
      : [{ type, response: probe, evidence: tagEvidence(tag) }];
  });
}

/**
 * Checks the sampled scripts and style sheets of the page's own site: its owner cannot fix those of
 * other sites.
 *
 * @param good - The rest of the summary if none has a fault: `are minified`.
 * @param bad - The rest of the summary for those with a fault: `could be minified`.
 */
export function checkOwnResources(
  { probes }: AuditFacts,
  faultOf: (resource: SampledResource) => string | null,
  { good, bad }: { readonly good: string; readonly bad: string },
): Outcome {
  const ownFiles = probes.resources.sample.filter((resource) => resource.own);
  if (ownFiles.length === 0) {
    return {
      status: 'na',
      summary: 'The page loads no scripts or style sheets from its own site.',
    };
  }
  const findings: readonly Finding[] = loadedOf(ownFiles).map((resource) => ({
    resource,
    fault: faultOf(resource),
  }));
  const faulty = findings.filter(({ fault }) => fault !== null);
  const sampled = areOwnFilesIncomplete(probes);
  const value = {
    total: probes.resources.total,
    checked: findings.length,
    faults: faulty.map(({ resource, fault }) => `${shortUrl(resource.response.url)}: ${fault}`),
  };
  if (findings.length === 0) {
    const summary = 'None of the sampled scripts and style sheets could be loaded.';
    return { status: 'error', summary, value };
  }
  if (faulty.length === 0) {
    const summary = `${findings.length} of ${value.total} scripts and style sheets were checked; all ${good}.`;
    return { status: 'pass', summary, value, sampled };
  }
  return {
    status: 'warn',
    summary: `${faulty.length} of ${findings.length} sampled scripts and style sheets ${bad}.`,
    value,
    sampled,
    evidence: faulty.map(({ resource }) => resource.evidence),
    points: pointsOfShare(faulty.length, findings.length),
  };
}
