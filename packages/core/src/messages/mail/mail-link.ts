import type { Context } from '../../context/context.ts';
import type { Website } from '../../store/website.ts';
import type { AlertMessage } from '../alerts/alert-message.ts';
import type { Digest, MailLink } from './mail.ts';

/**
 * Where a mail about an event leads to: the shared page of the report or crawl, if others than the owner can open it;
 * otherwise its page of the console. `null` if neither is known.
 */
export async function linkOfAlert(
  context: Context,
  ownerId: string,
  { data: { website, report, crawl, link } }: AlertMessage,
): Promise<MailLink | null> {
  const to = report !== null ? 'report' : crawl !== null ? 'crawl' : 'details';
  const shared = website && (await sharedWebsite(context, ownerId, website.id));
  const path = shared && (await sharedPath(context, ownerId, shared, { report, crawl }));
  if (path) return sharedLink(context, shared, path, to);
  return link === null ? null : { url: link, to, access: 'login' };
}

/** Where a digest leads to: the page of the website, shared or of the console. */
export async function linkOfDigest(
  context: Context,
  ownerId: string,
  { website, link }: Digest,
): Promise<MailLink> {
  const shared = await sharedWebsite(context, ownerId, website.id);
  return shared
    ? sharedLink(context, shared, `websites/${shared.shareToken}`, 'website')
    : { url: link, to: 'website', access: 'login' };
}

async function sharedWebsite(
  { store }: Context,
  ownerId: string,
  id: number,
): Promise<Website | undefined> {
  const website = await store.websites.find(ownerId, id);
  return website?.privacy === 'private' ? undefined : website;
}

/** Of a crawl only if its issues are those that the website shares. */
async function sharedPath(
  { store }: Context,
  ownerId: string,
  { scoreSource, shareToken }: Website,
  { report, crawl }: Pick<AlertMessage['data'], 'report' | 'crawl'>,
): Promise<string | undefined> {
  if (report !== null) {
    const stored = await store.reports.find(ownerId, report.id);
    return stored && `reports/${stored.shareToken}`;
  }
  const isShown = crawl !== null && scoreSource?.crawlId === crawl.id;
  return isShown ? `websites/${shareToken}/issues` : undefined;
}

function sharedLink(
  { alerts }: Context,
  { privacy }: Website,
  path: string,
  to: MailLink['to'],
): MailLink {
  const url = `${alerts.consoleUrl}/share/${path}`;
  return { url, to, access: privacy === 'password' ? 'password' : 'public' };
}
