import type { AlertMessage } from '../alert-message.ts';
import { english } from '../english.ts';
import { type ChatFinding, type ChatPage, chatMessageOf } from './chat-message.ts';
import { fitFindings } from './fit-findings.ts';

/**
 * Bytes of a message: https://learn.microsoft.com/connectors/teams/#known-issues-and-limitations-with-actions. Teams
 * was seen to count two bytes of an ASCII character, as in UTF-16. In UTF-8 a card has fewer bytes, since most of it is
 * ASCII.
 */
const maxBytes = 28_000;

/**
 * The body for a workflow of Microsoft Teams that posts a card when a webhook request is received: a message with an
 * Adaptive Card. All texts are in elements that have no Markdown:
 * https://learn.microsoft.com/adaptive-cards/schema-explorer/text-run
 */
export function teamsBody(message: AlertMessage) {
  const { title, page, text, findings, more, link, time } = chatMessageOf(message);
  const bodyWith = (rows: readonly ReturnType<typeof findingBlocks>[]) => ({
    type: 'message' as const,
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive' as const,
        contentUrl: null,
        content: {
          type: 'AdaptiveCard' as const,
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          version: '1.2' as const,
          msteams: { width: 'full' as const },
          body: [
            paragraph([run(title, { size: 'Large', weight: 'Bolder' })]),
            ...(page ? [paragraph([run(english.page), pageRun(page)])] : []),
            ...(text === '' ? [] : [paragraph([run(text)])]),
            ...rows.flat(),
            ...(more ? [paragraph([run(more)])] : []),
            paragraph([run(time, { size: 'Small', isSubtle: true })]),
          ],
          actions: link
            ? [{ type: 'Action.OpenUrl' as const, title: link.text, url: link.url }]
            : [],
        },
      },
    ],
  });
  const room = maxBytes - bytesOf(bodyWith([]));
  return bodyWith(fitFindings(findings, room, findingBlocks, bytesOf));
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value), 'utf16le');

function findingBlocks({ title, importance, page, line, quote }: ChatFinding) {
  return [
    paragraph([run(title, { weight: 'Bolder' }), run(` · ${importance}`)]),
    nextLine([pageRun(page), ...(line ? [run(`, ${line}`)] : [])]),
    ...(quote ? [nextLine([run(quote, { italic: true })])] : []),
  ];
}

/** How a text looks. */
interface Style {
  readonly size?: 'Large' | 'Small';
  readonly weight?: 'Bolder';
  readonly italic?: true;
  readonly isSubtle?: true;
}

const run = (text: string, style: Style = {}) => ({ type: 'TextRun' as const, text, ...style });

const pageRun = ({ url, text }: ChatPage) => ({
  ...run(text),
  ...(url !== null && { selectAction: { type: 'Action.OpenUrl' as const, url } }),
});

const paragraph = (inlines: ReturnType<typeof pageRun>[]) => ({
  type: 'RichTextBlock' as const,
  inlines,
});

const nextLine = (inlines: ReturnType<typeof pageRun>[]) => ({
  ...paragraph(inlines),
  spacing: 'None' as const,
});
