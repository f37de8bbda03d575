import type { MailContent } from '../../../context/send-mail.ts';
import type { AlertMessage } from '../../alerts/alert-message.ts';
import { english as alertEnglish } from '../../alerts/english.ts';
import { chatMessageOf } from '../../alerts/formats/chat-message.ts';
import type { MailSettings } from '../mail.ts';
import { english } from './english.ts';
import { FindingList, findingTexts, mailLimits, PageLink } from './finding-list.tsx';
import { mailOf } from './mail-document.tsx';
import { Button, Heading, Note, Paragraph, Title } from './mail-parts.tsx';
import { wrap } from './plain-text.ts';
import { whyFooter } from './why-footer.tsx';

/** Writes the mail to a recipient about what has happened. */
export function alertMail(message: AlertMessage, settings: MailSettings): MailContent {
  const parts = chatMessageOf(message, mailLimits);
  const { title, subject, page, text, findings, link, time } = parts;
  const footer = whyFooter(message.data.website?.domain, settings);
  return mailOf({
    subject,
    preview: text,
    brand: settings.brand,
    text: [
      wrap(title),
      page && wrap(`${alertEnglish.page}${page.url ?? page.text}`),
      text && wrap(text),
      ...findingTexts(parts),
      link && `${english.openWithLogin(link.text)}\n${link.url}`,
      time,
      footer.text,
    ],
    content: (
      <>
        <Title>{title}</Title>
        <Note>{time}</Note>
        {page && (
          <Paragraph>
            {alertEnglish.page}
            <PageLink {...page} />
          </Paragraph>
        )}
        {text && <Paragraph>{text}</Paragraph>}
        {findings.length > 0 && <Heading>{english.alert.newFindings}</Heading>}
        <FindingList {...parts} />
        {link && (
          <>
            <Button url={link.url}>{link.text}</Button>
            <Note>{english.needsLogin}</Note>
          </>
        )}
      </>
    ),
    footer: footer.html,
  });
}
