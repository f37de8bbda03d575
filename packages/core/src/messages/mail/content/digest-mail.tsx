import type { VNode } from 'preact';
import type { MailContent } from '../../../context/send-mail.ts';
import { linkTo, siteName } from '../../alerts/formats/chat-message.ts';
import { cutText, oneLine } from '../../alerts/formats/cut-text.ts';
import type { Digest, MailSettings } from '../mail.ts';
import { english } from './english.ts';
import { FindingList, findingTexts, mailFindings, mailLimits } from './finding-list.tsx';
import { mailOf } from './mail-document.tsx';
import { Button, Heading, Note, Paragraph, Title } from './mail-parts.tsx';
import { fonts, light } from './mail-style.ts';
import { wrap } from './plain-text.ts';
import { ScoreCard } from './score-card.tsx';
import { ScoreHistory } from './score-history.tsx';
import { whyFooter } from './why-footer.tsx';

const text = english.digest;

/** One week has no course. */
const minHistory = 2;

/** Writes the mail to a recipient about what a website had in a week. */
export function digestMail(digest: Digest, settings: MailSettings): MailContent {
  const { website, newFindings, history } = digest;
  const site = siteName(website.domain);
  const footer = whyFooter(website.domain, settings);
  const link = linkTo(digest.link);
  const week = text.week(digest.from, digest.to);
  const shownHistory = history.length < minHistory ? [] : history;
  const findings = mailFindings(newFindings);
  const fixed = fixedOf(digest);
  const change = digest.scoreChange === null ? null : text.change(digest.scoreChange);
  return mailOf({
    subject: text.subject(site, digest),
    preview: [scoreText(digest), change, text.done(digest)].filter(Boolean).join(' '),
    brand: settings.brand,
    text: [
      `${wrap(text.title(site))}\n${week}`,
      wrap([scoreText(digest), change].filter(Boolean).join(' ')),
      wrap(text.done(digest)),
      newFindings ? text.newFindings(newFindings.total) : wrap(text.notCompared),
      ...findingTexts(findings),
      fixed &&
        [text.fixed(fixed.total), ...fixed.titles.map((title) => wrap(title, '* ')), fixed.more]
          .filter(Boolean)
          .join('\n'),
      shownHistory.length > 0 ? [text.history, ...shownHistory.map(historyText)].join('\n') : null,
      link && `${wrap(english.openWithLogin(text.open(site)))}\n${link}`,
      footer.text,
    ],
    content: (
      <>
        <Title>{text.title(site)}</Title>
        <Note>{week}</Note>
        {digest.score === null || digest.result === null ? (
          <Paragraph>{text.noScore}</Paragraph>
        ) : (
          <ScoreCard score={digest.score} result={digest.result} note={change} />
        )}
        <Paragraph>{text.done(digest)}</Paragraph>
        {newFindings ? (
          <Heading>{text.newFindings(newFindings.total)}</Heading>
        ) : (
          <Paragraph>{text.notCompared}</Paragraph>
        )}
        <FindingList {...findings} />
        {fixed && <FixedList {...fixed} />}
        {shownHistory.length > 0 && (
          <>
            <Heading>{text.history}</Heading>
            <ScoreHistory history={shownHistory} />
          </>
        )}
        {link && (
          <>
            <Button url={link}>{text.open(site)}</Button>
            <Note>{english.needsLogin}</Note>
          </>
        )}
      </>
    ),
    footer: footer.html,
  });
}

function scoreText({ score, result }: Digest): string {
  return score === null || result === null ? text.noScore : text.scoreText(score, result);
}

function historyText({ at, score }: Digest['history'][number]): string {
  return `  ${english.dayAndMonth(at).padEnd(7)} ${String(score).padStart(3)}`;
}

/** What was fixed, as it is written in mails; `null` if nothing was. */
function fixedOf({ fixed }: Digest) {
  if (fixed === null || fixed.total === 0) return null;
  const titles = fixed.rows.map(({ check, title }) =>
    cutText(oneLine(title) || oneLine(check), mailLimits.title),
  );
  const notShown = fixed.total - titles.length;
  return { total: fixed.total, titles, more: notShown > 0 ? english.more(notShown) : null };
}

function FixedList({ total, titles, more }: NonNullable<ReturnType<typeof fixedOf>>): VNode {
  return (
    <>
      <Heading>{text.fixed(total)}</Heading>
      <ul
        class="ink"
        style={`${fonts}margin:8px 0 0;padding:0 0 0 22px;font-size:16px;line-height:24px;color:${light.ink.ink};`}
      >
        {titles.map((title, index) => (
          <li key={index} style="margin:4px 0 0;">
            <bdi>{title}</bdi>
          </li>
        ))}
      </ul>
      {more && <Note>{more}</Note>}
    </>
  );
}
