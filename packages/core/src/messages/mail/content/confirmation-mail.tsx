import type { MailContent } from '../../../context/send-mail.ts';
import { siteName } from '../../alerts/formats/chat-message.ts';
import type { MailSettings } from '../mail.ts';
import { english } from './english.ts';
import { brandName, mailOf } from './mail-document.tsx';
import { Button, Note, Paragraph, Title } from './mail-parts.tsx';
import { wrap } from './plain-text.ts';

const text = english.confirmation;

/** Writes the mail that asks a recipient, who may know nothing of it, whether to send them alerts. */
export function confirmationMail({
  domain,
  confirmUrl,
  brand,
}: {
  readonly domain: string;
  /** The page where the recipient confirms. */
  readonly confirmUrl: string;
  readonly brand: MailSettings['brand'];
}): MailContent {
  const site = siteName(domain);
  const about = text.about(site, brandName(brand));
  return mailOf({
    subject: text.subject(site),
    preview: about,
    brand,
    text: [
      wrap(text.title(site)),
      wrap(about),
      wrap(text.onlyThen),
      `${text.confirm}:\n${confirmUrl}`,
      wrap(text.ignore),
    ],
    content: (
      <>
        <Title>{text.title(site)}</Title>
        <Paragraph>{about}</Paragraph>
        <Paragraph>{text.onlyThen}</Paragraph>
        <Button url={confirmUrl}>{text.confirm}</Button>
        <Note>{text.ignore}</Note>
      </>
    ),
  });
}
