import type { MailContent } from '../../../context/send-mail.ts';
import type { AlertMessage } from '../../alerts/alert-message.ts';
import { english as alertEnglish } from '../../alerts/english.ts';
import { pageOf, sentencesOf, siteOf } from '../../alerts/formats/chat-message.ts';
import type { MailSettings } from '../mail.ts';
import { english } from './english.ts';
import {
  FindingList,
  findingTexts,
  listedFindings,
  mailLimits,
  PageLink,
} from './finding-list.tsx';
import { mailOf, previewOf } from './mail-document.tsx';
import { Heading, Note, Paragraph, Title } from './mail-parts.tsx';
import { moreLink } from './more-link.tsx';
import { wrap } from './plain-text.ts';
import { ScoreCard, scoreText } from './score-card.tsx';
import { whyFooter } from './why-footer.tsx';

const text = english.alert;

/** Mails whose subjects name the page, if they are about one. Others are about its site. */
const ofPages: ReadonlySet<AlertMessage['type']> = new Set([
  'report.created',
  'report.failed',
  'findings.new',
  'score.dropped',
]);

/** Writes the mail to a recipient about what has happened: each thing once, the worst first. */
export function alertMail(message: AlertMessage, settings: MailSettings): MailContent {
  const { type, timestamp, data } = message;
  const { report, crawl, new_findings, fixed_count } = data;
  const site = siteOf(data);
  const page = data.url === null || crawl !== null ? null : pageOf(data.url, mailLimits);
  const count = new_findings?.total ?? 0;
  const before = crawl === null ? 'report' : 'crawl';
  const isOfSite = data.unreachable_since !== null || data.certificate_expires_at !== null;
  const scored = isOfSite ? null : (report ?? crawl);
  const score = scored?.score ?? null;
  const change = data.score_change === null ? null : text.change(data.score_change, before);
  // The score has its own line, and the number of findings is said once.
  const title = alertEnglish.titles[type]({ site, score: null, change: null, newFindings: count });
  const sentences = [
    ...sentencesOf(message, true),
    new_findings && count === 0 ? text.noneNew(before) : null,
    fixed_count ? text.fixed(fixed_count, before) : null,
  ].filter((sentence) => sentence !== null);
  const heading =
    count === 0 ? null : type === 'findings.new' ? text.areNew(before) : text.found(count, before);
  const listed = listedFindings(new_findings, page && data.url);
  const time = alertEnglish.time(new Date(timestamp));
  const link = moreLink(settings, data.website?.domain ?? '');
  const footer = whyFooter(data.website?.domain, settings);
  return mailOf({
    subject: text.subjects[type]({
      site: page && ofPages.has(type) ? page.text : site,
      score: report?.score ?? crawl?.score ?? null,
      change: data.score_change,
      newFindings: count,
    }),
    preview: previewOf([...sentences, ...listed.findings.map(({ title }) => title)]),
    brand: settings.brand,
    text: [
      `${wrap(title)}\n${time}`,
      page && wrap(`${alertEnglish.page}${page.url ?? page.text}`),
      scoreText(score, scored?.result ?? null, change),
      wrap(sentences.join(' ')),
      heading,
      ...findingTexts(listed),
      link?.text ?? null,
      footer.text,
    ],
    content: (
      <>
        <Title>{title}</Title>
        <Note>{time}</Note>
        {page && (
          <Paragraph>
            {alertEnglish.page}
            <PageLink {...page} />
          </Paragraph>
        )}
        <ScoreCard score={score} result={scored?.result ?? null} note={change} />
        {sentences.length > 0 && <Paragraph>{sentences.join(' ')}</Paragraph>}
        {heading && <Heading>{heading}</Heading>}
        <FindingList {...listed} />
        {link?.html}
      </>
    ),
    footer: footer.html,
  });
}
