import type { VNode } from 'preact';
import { linkTo, siteName } from '../../alerts/formats/chat-message.ts';
import type { MailSettings } from '../mail.ts';
import { english } from './english.ts';
import { brandName } from './mail-document.tsx';
import { Button, Note } from './mail-parts.tsx';
import { wrap } from './plain-text.ts';

/** Where to read the rest and who can, as plain text and as HTML; `null` without a link of the web. */
export function moreLink(
  { link, brand }: MailSettings,
  domain: string,
): { readonly text: string; readonly html: VNode } | null {
  const url = link && linkTo(link.url);
  if (link === null || url === null) return null;
  const label = english.open[link.to](siteName(domain) || english.thatSite);
  const access = english.access[link.access](brandName(brand));
  return {
    text: [`${wrap(label)}:`, url, access && wrap(access)].filter(Boolean).join('\n'),
    html: (
      <>
        <Button url={url}>{label}</Button>
        {access && <Note>{access}</Note>}
      </>
    ),
  };
}
