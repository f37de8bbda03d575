import type { AlertMessage } from '../alert-message.ts';
import { english } from '../english.ts';
import { type ChatFinding, type ChatPage, chatMessageOf } from './chat-message.ts';
import { cutText } from './cut-text.ts';
import { fitFindings } from './fit-findings.ts';

/** Characters of a header: https://docs.slack.dev/reference/block-kit/blocks/header-block */
const maxHeader = 150;

/**
 * Characters of all blocks, as JSON. Slack refuses messages of about 13,200, and documents 12,000 for blocks of another
 * type only: https://docs.slack.dev/reference/block-kit/blocks/markdown-block,
 * https://github.com/slackapi/bolt-js/issues/2509
 */
const maxBlocks = 12_000;

/**
 * The body for an incoming webhook of Slack, in Block Kit: three blocks of the 50 that a message may have
 * (https://docs.slack.dev/reference/block-kit/blocks). Texts from websites are in elements of rich text, which have no
 * markup. The link is not a button: Slack shows a warning beside buttons of apps that do not respond to them.
 */
export function slackBody(message: AlertMessage) {
  const { title, page, text, findings, more, link, time } = chatMessageOf(message);
  const header = cutText(title, maxHeader, { encode: escapeCharacter });
  const blocksWith = (rows: ReturnType<typeof sectionOf>[]) => {
    const before = [
      ...(page ? [[textElement(english.page), pageElement(page)]] : []),
      ...(text === '' ? [] : [[textElement(text)]]),
    ];
    const after = [
      ...(more ? [[textElement(more)]] : []),
      ...(link ? [[linkElement(link.url, link.text)]] : []),
    ];
    const elements = [
      ...(before.length > 0 ? [section(before)] : []),
      ...(findings.length > 0 ? [bulletList(rows)] : []),
      ...(after.length > 0 ? [section(after)] : []),
    ];
    return [
      { type: 'header' as const, text: plainText(header) },
      ...(elements.length > 0 ? [{ type: 'rich_text' as const, elements }] : []),
      { type: 'context' as const, elements: [plainText(time)] },
    ];
  };
  const room = maxBlocks - JSON.stringify(blocksWith([])).length;
  return {
    // Notifications show it instead of the blocks.
    text: header,
    blocks: blocksWith(fitFindings(findings, room, sectionOf, lengthInList)),
    unfurl_links: false,
    unfurl_media: false,
  };
}

const lengthInList = (row: unknown) => JSON.stringify(row).length + ','.length;

function sectionOf({ title, importance, page, line, quote }: ChatFinding) {
  return section([
    [textElement(title, { bold: true }), textElement(` · ${importance}`)],
    [pageElement(page), ...(line ? [textElement(`, ${line}`)] : [])],
    ...(quote ? [[textElement(quote, { italic: true })]] : []),
  ]);
}

type Element = ReturnType<typeof textElement> | ReturnType<typeof linkElement>;

const section = (lines: Element[][]) => ({
  type: 'rich_text_section' as const,
  elements: lines.flatMap((line, index) => (index === 0 ? line : [textElement('\n'), ...line])),
});

const bulletList = (elements: ReturnType<typeof section>[]) => ({
  type: 'rich_text_list' as const,
  style: 'bullet' as const,
  elements,
});

const textElement = (text: string, style?: { readonly bold?: true; readonly italic?: true }) => ({
  type: 'text' as const,
  text,
  ...(style && { style }),
});

const linkElement = (url: string, text: string) => ({ type: 'link' as const, url, text });

const pageElement = ({ url, text }: ChatPage): Element =>
  url === null ? textElement(text) : linkElement(url, text);

/** Without `emoji: false`, Slack reads `:name:` as an emoji. */
const plainText = (text: string) => ({ type: 'plain_text' as const, text, emoji: false });

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Escapes what begins mentions and links in texts outside rich text:
 * https://docs.slack.dev/messaging/formatting-message-text
 */
const escapeCharacter = (character: string) => escapes[character] ?? character;
