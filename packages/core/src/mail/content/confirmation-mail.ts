import type { MailContent, MailSettings } from '../mail.ts';

/** The mail that asks a recipient for a confirmation. */
export function confirmationMail({
  domain,
  confirmUrl,
  brand,
}: {
  readonly domain: string;
  readonly confirmUrl: string;
  readonly brand: MailSettings['brand'];
}): MailContent {
  const text = `Confirm that you want mails about ${domain}:\n${confirmUrl}\n`;
  return { subject: `${brand.name}: confirm mails about ${domain}`, text, html: pageOf(text) };
}

function pageOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html><html lang="en"><body><pre>${escaped}</pre></body></html>`;
}
