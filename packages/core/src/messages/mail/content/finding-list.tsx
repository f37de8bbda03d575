import type { VNode } from 'preact';
import { type ChatPage, findingOf } from '../../alerts/formats/chat-message.ts';
import { byCheck, type MailFindings } from '../../alerts/mail-findings.ts';
import { english } from './english.ts';
import { Cell, LayoutTable, Link, Note, Quote } from './mail-parts.tsx';
import { fonts, light } from './mail-style.ts';
import { wrap } from './plain-text.ts';

/** The maximum lengths of texts in a mail. More than 100 KB of HTML would be cut by mail programs. */
export const mailLimits = { title: 200, quote: 200, pageUrl: 300 };

/** Checks in a mail. */
const maxChecks = 10;

/** What a check has found that is new. */
interface ListedFinding {
  readonly title: string;
  readonly importance: string;
  readonly places: readonly Place[];
  /** How many other places it has; `null` without any. */
  readonly more: string | null;
}

interface Place {
  /** What was found there, if that differs from the title. */
  readonly title: string | null;
  /** `null` if it is that of the place before, or of the whole mail. */
  readonly page: ChatPage | null;
  readonly line: string | null;
  readonly quote: string | null;
}

/** New findings as they are listed: each check once, with its pages. */
interface ListedFindings {
  readonly findings: readonly ListedFinding[];
  /** How many findings are not listed; `null` if all are. */
  readonly more: string | null;
}

/**
 * The new findings of a mail.
 *
 * @param mailUrl - The page that the whole mail is about.
 */
export function listedFindings(
  newFindings: MailFindings | null,
  mailUrl: string | null = null,
): ListedFindings {
  const { total, rows, counts } = newFindings ?? { total: 0, rows: [] };
  const groups = [...byCheck(rows)].slice(0, maxChecks);
  const countOf = ([check, { length }]: (typeof groups)[number]) => counts?.[check] ?? length;
  const notListed = total - groups.reduce((sum, group) => sum + countOf(group), 0);
  return {
    findings: groups.map((group) => {
      const [, places] = group;
      const shown = places.map((place) => findingOf(place, mailLimits));
      const { title = '', importance = '' } = shown[0] ?? {};
      const notShown = countOf(group) - shown.length;
      return {
        title,
        importance,
        places: shown.map((place, index) => ({
          ...place,
          title: place.title === title ? null : place.title,
          page: places[index]?.url === (places[index - 1]?.url ?? mailUrl) ? null : place.page,
        })),
        more: notShown > 0 ? english.morePlaces(notShown) : null,
      };
    }),
    more: notListed > 0 ? english.more(notListed) : null,
  };
}

/** The findings as paragraphs of plain text. */
export function findingTexts({ findings, more }: ListedFindings): readonly string[] {
  return [...findings.map(findingText), ...(more === null ? [] : [more])];
}

function findingText({ title, importance, places, more }: ListedFinding): string {
  return [
    wrap(`${title} (${importance})`, '* '),
    ...places.flatMap(({ title, page, line, quote }) => [
      page && wrap(page.url ?? page.text, '  '),
      title && wrap(title, '  '),
      line || quote ? wrap([line, quote].filter(Boolean).join(': '), '  ') : null,
    ]),
    more && `  ${more}`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** The findings under a heading. */
export function FindingList({ findings, more }: ListedFindings): VNode {
  return (
    <>
      {findings.map((finding, index) => (
        <Finding key={index} {...finding} />
      ))}
      {more && <Note>{more}</Note>}
    </>
  );
}

function Finding({ title, importance, places, more }: ListedFinding): VNode {
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
          <Note>{importance}</Note>
          {places.map((place, index) => (
            <PlaceView key={index} {...place} />
          ))}
          {more && <Note>{more}</Note>}
        </Cell>
      </tr>
    </LayoutTable>
  );
}

function PlaceView({ title, page, line, quote }: Place): VNode {
  return (
    <>
      {(page || line || title) && (
        <Note>
          {page && <PageLink {...page} />}
          {page && line && ', '}
          {line}
          {(page || line) && title && ': '}
          {title && <bdi>{title}</bdi>}
        </Note>
      )}
      {quote && <Quote>{quote}</Quote>}
    </>
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
