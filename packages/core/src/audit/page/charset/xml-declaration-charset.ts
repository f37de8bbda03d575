import { declaredEncoding } from './declared-encoding.ts';

const declaration = /^<\?xml[^>]*?encoding[\0-\x20]*=[\0-\x20]*(?:"([^">]*)"|'([^'>]*)')/;

/**
 * The encoding in an XML declaration at the very start of the page.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing
 */
export function xmlDeclarationCharset(head: string): { encoding: string; label: string } | null {
  const end = head.indexOf('>');
  if (end === -1) return null;
  const found = declaration.exec(head.slice(0, end));
  const label = found?.[1] ?? found?.[2] ?? '';
  const encoding = /[\0-\x20]/.test(label) ? null : declaredEncoding(label);
  return encoding === null ? null : { encoding, label };
}
