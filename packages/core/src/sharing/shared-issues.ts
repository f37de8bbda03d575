import type { Context } from '../context/context.ts';
import type { Website } from '../store/website.ts';
import { type WebsiteIssues, websiteIssues } from '../websites/website-issues.ts';

/** How many websites of each context have their issues kept. */
const keptWebsites = 4;

/** The issues of a website until its reports change. */
interface KeptIssues {
  readonly version: string;
  readonly found: Promise<WebsiteIssues>;
}

const keptBy = new WeakMap<Context, Map<number, KeptIssues>>();

/**
 * The issues of a shared website, as `websiteIssues` finds them. Those found in reports are kept until the reports
 * change, and visitors at the same time wait for the same search: it takes one of the places that the owner has for
 * analyses.
 */
export async function sharedIssues(
  context: Context,
  { ownerId, website }: { readonly ownerId: string; readonly website: Website },
): Promise<WebsiteIssues> {
  const { id, scoreSource, latestReport, reportsCount } = website;
  if (scoreSource?.kind === 'crawl') return websiteIssues(context, ownerId, id);
  const kept = keptBy.get(context) ?? new Map<number, KeptIssues>();
  keptBy.set(context, kept);
  // A new report has a higher id than all before, and without one the number only falls.
  const version = `${latestReport?.id} ${reportsCount}`;
  const last = kept.get(id);
  const found = last?.version === version ? last.found : websiteIssues(context, ownerId, id);
  // The last one again, so that the first one is the one that no one has asked for longest.
  kept.delete(id);
  kept.set(id, { version, found });
  const [oldest] = kept.keys();
  if (kept.size > keptWebsites && oldest !== undefined) kept.delete(oldest);
  try {
    return await found;
  } catch (error) {
    if (kept.get(id)?.found === found) kept.delete(id);
    throw error;
  }
}
