import type { MailContent } from '../../../context/send-mail.ts';
import { siteName } from '../../alerts/formats/chat-message.ts';
import { cutText, oneLine } from '../../alerts/formats/cut-text.ts';
import type { Digest, MailSettings } from '../mail.ts';
import { english } from './english.ts';
import { FindingList, findingTexts, listedFindings, mailLimits } from './finding-list.tsx';
import { mailOf, previewOf } from './mail-document.tsx';
import { Heading, Note, Paragraph, Title } from './mail-parts.tsx';
import { moreLink } from './more-link.tsx';
import { wrap } from './plain-text.ts';
import { ScoreCard, scoreText } from './score-card.tsx';
import { ScoreHistory } from './score-history.tsx';
import { whyFooter } from './why-footer.tsx';

const text = english.digest;

/** Writes the mail to a recipient about what a website had in a week: each thing once, the worst first. */
export function digestMail(digest: Digest, settings: MailSettings): MailContent {
  const { website, newFindings, score, result, to } = digest;
  const site = siteName(website.domain);
  const footer = whyFooter(website.domain, settings);
  const link = moreLink(settings, website.domain);
  const week = text.week(digest);
  // The score at the end of the week has its own line.
  const history = digest.history.filter(({ at }) => at < to);
  const listed = listedFindings(newFindings);
  const fixed = fixedText(digest);
  const change = digest.scoreChange === null ? null : text.change(digest.scoreChange);
  return mailOf({
    subject: text.subject(site, digest),
    preview: previewOf([...listed.findings.map(({ title }) => title), week]),
    brand: settings.brand,
    text: [
      `${wrap(text.title(site))}\n${wrap(week)}`,
      scoreText(score, result, change) ?? text.noScore,
      newFindings ? text.newFindings(newFindings.total) : wrap(text.notCompared),
      ...findingTexts(listed),
      fixed && wrap(fixed),
      history.length > 0 ? wrap(text.historyText(history)) : null,
      link?.text ?? null,
      footer.text,
    ],
    content: (
      <>
        <Title>{text.title(site)}</Title>
        <Note>{week}</Note>
        {score === null ? (
          <Paragraph>{text.noScore}</Paragraph>
        ) : (
          <ScoreCard score={score} result={result} note={change} />
        )}
        {newFindings ? (
          <Heading>{text.newFindings(newFindings.total)}</Heading>
        ) : (
          <Paragraph>{text.notCompared}</Paragraph>
        )}
        <FindingList {...listed} />
        {fixed && <Paragraph>{fixed}</Paragraph>}
        {history.length > 0 && (
          <>
            <Heading>{text.history}</Heading>
            <ScoreHistory history={history} />
          </>
        )}
        {link?.html}
      </>
    ),
    footer: footer.html,
  });
}

/** What was fixed, in a sentence; `null` if nothing was. */
function fixedText({ fixed }: Digest): string | null {
  if (fixed === null || fixed.total === 0) return null;
  const titles = fixed.rows.map(({ check, title, count }) =>
    text.fixedCheck(cutText(oneLine(title) || oneLine(check), mailLimits.title), count),
  );
  const notShown = fixed.total - fixed.rows.reduce((sum, { count }) => sum + count, 0);
  return text.fixedList(fixed.total, [
    ...titles,
    ...(notShown > 0 ? [text.moreFixed(notShown)] : []),
  ]);
}
