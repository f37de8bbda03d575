import { countCodePoints } from '../../../validate.ts';
import type { AlertMessage } from '../alert-message.ts';
import { english } from '../english.ts';
import { type ChatFinding, type ChatPage, chatMessageOf } from './chat-message.ts';
import { cutText } from './cut-text.ts';
import { fitFindings } from './fit-findings.ts';

// Discord counts code points (https://github.com/discord/discord-api-docs/issues/1315), and all texts of a message must
// have at most 6,000: https://docs.discord.com/developers/resources/message#embed-object-embed-limits
const maxEmbedTitle = 256;
const maxDescription = 4_096;

// With their escapes, so that ten findings fit into a description with any sentences.
const maxText = 800;
const maxTitle = 120;
const maxPage = 100;
const maxQuote = 200;
const maxUrl = 300;

/** The body to execute a webhook of Discord: one embed, whose title is the link, and which mentions no one. */
export function discordBody(message: AlertMessage) {
  const { title, page, text, findings, more, link, time } = chatMessageOf(message);
  const paragraphsWith = (rows: readonly string[]) => [
    ...(page ? [`${english.page}${linked(page)}`] : []),
    ...(text === '' ? [] : [escaped(text, maxText)]),
    ...rows,
    ...(more ? [more] : []),
  ];
  const room = maxDescription - countCodePoints(paragraphsWith([]).join('\n\n'));
  const rows = fitFindings(findings, room, findingText, lengthInDescription);
  return {
    embeds: [
      {
        title: escaped(title, maxEmbedTitle),
        ...(link && { url: link.url }),
        description: paragraphsWith(rows).join('\n\n'),
        footer: { text: time },
      },
    ],
    allowed_mentions: { parse: [] },
  };
}

const lengthInDescription = (row: string) => countCodePoints(row) + '\n\n'.length;

function findingText({ title, importance, page, line, quote }: ChatFinding): string {
  return [
    `**${escaped(title, maxTitle)}** · ${importance}`,
    `${linked(page)}${line ? `, ${line}` : ''}`,
    ...(quote ? [escaped(quote, maxQuote)] : []),
  ].join('\n');
}

/** Inside a link, Discord does not read the escapes of brackets. */
function linked({ url, text }: ChatPage): string {
  const target = url?.replace(/[\\()[\]`]/g, percentEncode);
  if (target === undefined || target.length > maxUrl) return escaped(text, maxPage);
  const label = text.replaceAll('[', '(').replaceAll(']', ')');
  return `[${escaped(label, maxPage)}](${target})`;
}

const percentEncode = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Escapes Markdown, mentions, and, by their slashes, URLs that would become links. */
const escaped = (text: string, max: number) =>
  cutText(text, max, {
    encode: (character) => (/[\\*_~`|<>[\]@#/]/.test(character) ? `\\${character}` : character),
    lengthOf: countCodePoints,
  });
