import type { VNode } from 'preact';
import type { AlertData } from '../../alerts/alert-message.ts';
import { type ChatFinding, type ChatPage, findingsOf } from '../../alerts/formats/chat-message.ts';
import { Cell, LayoutTable, Link, Note, Quote } from './mail-parts.tsx';
import { fonts, light } from './mail-style.ts';
import { wrap } from './plain-text.ts';

/** The maximum lengths of texts in a mail. More than 100 KB of HTML would be cut by mail programs. */
export const mailLimits = { title: 200, quote: 200, pageUrl: 1_000 };

/** New findings, as they are written in mails. */
type MailFindings = ReturnType<typeof findingsOf>;

/** The new findings of a digest. */
export function mailFindings(findings: AlertData['new_findings']): MailFindings {
  return findingsOf(findings, mailLimits);
}

/** The findings as paragraphs of plain text. */
export function findingTexts({ findings, more }: MailFindings): readonly string[] {
  return [...findings.map(findingText), ...(more === null ? [] : [more])];
}

function findingText({ title, importance, page, line, quote }: ChatFinding): string {
  const place = [line, quote].filter(Boolean).join(': ');
  return [
    wrap(`${title} (${importance})`, '* '),
    wrap(page.url ?? page.text, '  '),
    ...(place === '' ? [] : [wrap(place, '  ')]),
  ].join('\n');
}

/** The findings under a heading. */
export function FindingList({ findings, more }: MailFindings): VNode {
  return (
    <>
      {findings.map((finding, index) => (
        <Finding key={index} {...finding} />
      ))}
      {more && <Note>{more}</Note>}
    </>
  );
}

function Finding({ title, importance, page, line, quote }: ChatFinding): VNode {
  return (
    <LayoutTable style="margin-top:12px;">
      <tr>
        <Cell class="line" style={`padding:12px 0 0;border-top:1px solid ${light.ink.line};`}>
          <h3
            class="ink"
            style={`${fonts}margin:0;font-size:16px;line-height:22px;font-weight:600;color:${light.ink.ink};`}
          >
            <bdi>{title}</bdi>
          </h3>
          <Note>
            {importance}
            {' · '}
            <PageLink {...page} />
            {line && `, ${line}`}
          </Note>
          {quote && <Quote>{quote}</Quote>}
        </Cell>
      </tr>
    </LayoutTable>
  );
}

/** A page of the website; without a link if its URL is too long, or none of the web. */
export function PageLink({ text, url }: ChatPage): VNode {
  if (url === null) return <bdi>{text}</bdi>;
  return (
    <Link url={url}>
      <bdi>{text}</bdi>
    </Link>
  );
}
