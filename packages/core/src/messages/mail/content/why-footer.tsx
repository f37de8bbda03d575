import type { VNode } from 'preact';
import { english as alertEnglish } from '../../alerts/english.ts';
import { siteName } from '../../alerts/formats/chat-message.ts';
import type { MailSettings } from '../mail.ts';
import { english } from './english.ts';
import { brandName } from './mail-document.tsx';
import { Link, Note } from './mail-parts.tsx';
import { wrap } from './plain-text.ts';

/** Why the recipient gets the mail, and how it is the last one: as plain text, and as HTML. */
export function whyFooter(
  domain: string | undefined,
  { brand, unsubscribeUrl }: MailSettings,
): { readonly text: string; readonly html: VNode } {
  const site = siteName(domain ?? '');
  const website = site === '' ? alertEnglish.someSite : english.theWebsite(site);
  const why = english.why(website, brandName(brand));
  return {
    text: `---\n${wrap(why)}\n\n${english.unsubscribe}:\n${unsubscribeUrl}`,
    html: (
      <>
        <Note>{why}</Note>
        <Note>
          <Link url={unsubscribeUrl}>{english.unsubscribe}</Link>
        </Note>
      </>
    ),
  };
}
