import type { TimeSlices } from '../audit/time-slices.ts';
import type { Site } from './site.ts';
import type { SiteIssue } from './site-issue.ts';

/**
 * Applies all rules to a site, in slices: an issue for each, in order of importance. The result depends on what
 * was found only, not on the order of the site's rows.
 *
 * @throws the reason of the slices' signal if it is aborted.
 */
export declare function findIssues(site: Site, slices: TimeSlices): Promise<readonly SiteIssue[]>;
