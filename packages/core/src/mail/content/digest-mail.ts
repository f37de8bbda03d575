import type { Digest, MailContent, MailSettings } from '../mail.ts';

/** The mail about a week of a website. */
export function digestMail(
  { website, score, link }: Digest,
  { brand, unsubscribeUrl }: MailSettings,
): MailContent {
  const text = `${website.domain}: score ${score ?? 'none'}\n${link}\nUnsubscribe: ${unsubscribeUrl}\n`;
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return {
    subject: `${brand.name}: the week of ${website.domain}`,
    text,
    html: `<!doctype html><html lang="en"><body><pre>${escaped}</pre></body></html>`,
  };
}
