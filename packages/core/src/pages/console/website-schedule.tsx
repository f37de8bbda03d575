import type { VNode } from 'preact';
import type { Schedule } from '../../store/schedule.ts';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';

interface Shown {
  readonly schedule: Schedule;
  readonly now: Date;
  readonly links: Links;
}

/** The schedule of a website, if it has one. */
interface OfWebsite extends Omit<Shown, 'schedule'> {
  readonly websiteId: number;
  readonly schedule: Schedule | undefined;
}

/** When a website is looked at next, and what of that does not work. */
export function NextLook({ websiteId, schedule, now, links }: OfWebsite): VNode {
  const labels = text.schedules;
  const path = `${links.website(websiteId)}/schedule`;
  if (schedule === undefined) {
    return (
      <>
        {labels.none} <a href={path}>{labels.set}</a>
      </>
    );
  }
  const { nextRunAt, timeZone } = schedule;
  return (
    <>
      {nextRunAt > now ? <ZonedTime date={nextRunAt} timeZone={timeZone} /> : labels.due}
      <Missed schedule={schedule} />
      <p class="soft small">
        {sentenceOf(schedule)} <a href={path}>{labels.change}</a>
      </p>
    </>
  );
}

/** The schedule of a website, among its settings. */
export function WebsiteScheduleView({ websiteId, schedule, ...shown }: OfWebsite): VNode {
  const labels = text.schedules;
  const path = `${shown.links.website(websiteId)}/schedule`;
  return (
    <section aria-labelledby="schedule">
      <h2 id="schedule">{labels.title}</h2>
      {schedule ? <ScheduleSentences schedule={schedule} {...shown} /> : <p>{labels.none}</p>}
      <ul class="inline">
        <li>
          <a href={path}>{schedule ? labels.change : labels.set}</a>
        </li>
        {schedule && (
          <li>
            <a href={`${path}/delete`}>{labels.delete}</a>
          </li>
        )}
      </ul>
    </section>
  );
}

/** When a schedule runs, what it starts, and what is known of its runs. */
export function ScheduleSentences({ schedule, now, links }: Shown): VNode {
  const labels = text.schedules;
  const { timeZone, nextRunAt } = schedule;
  return (
    <>
      <p>{sentenceOf(schedule)}</p>
      {nextRunAt > now ? (
        <p>
          {labels.next} <ZonedTime date={nextRunAt} timeZone={timeZone} />
        </p>
      ) : (
        <p>{labels.due}</p>
      )}
      <LastRun schedule={schedule} links={links} />
      <Missed schedule={schedule} />
    </>
  );
}

function Missed({ schedule }: Pick<Shown, 'schedule'>): VNode | null {
  const { lastMissedAt, lastMissedReason, timeZone } = schedule;
  if (lastMissedAt === null || lastMissedReason === null) return null;
  return <p>{text.schedules.missed(text.dateTimeIn(lastMissedAt, timeZone), lastMissedReason)}</p>;
}

function sentenceOf(schedule: Schedule): string {
  const { sentence, what } = text.schedules;
  const { crawl, timeZone } = schedule;
  const task = crawl ? what.crawl(crawl.maxPages) : what.reports;
  return sentence(whenOf(schedule), timeZone, task);
}

function whenOf({ every, weekday, dayOfMonth, at }: Schedule): string {
  const { when } = text.schedules;
  if (every === 'week' && weekday !== null) return when.week(at, weekday);
  if (every === 'month' && dayOfMonth !== null) return when.month(at, dayOfMonth);
  return when.day(at);
}

function LastRun({ schedule, links }: Omit<Shown, 'now'>): VNode {
  const labels = text.schedules;
  const { timeZone, lastRunAt, lastCrawlId, lastBatchId } = schedule;
  if (lastRunAt === null) return <p>{labels.never}</p>;
  return (
    <p>
      {labels.last} <ZonedTime date={lastRunAt} timeZone={timeZone} />
      {lastCrawlId !== null && (
        <>
          {' · '}
          <a href={links.crawl(lastCrawlId)}>{labels.lastCrawl(lastCrawlId)}</a>
        </>
      )}
      {lastBatchId !== null && (
        <>
          {' · '}
          <a href={links.batch(lastBatchId)}>{labels.lastBatch(lastBatchId)}</a>
        </>
      )}
    </p>
  );
}

function ZonedTime({ date, timeZone }: { date: Date; timeZone: string }): VNode {
  return <time dateTime={date.toISOString()}>{text.dateTimeIn(date, timeZone)}</time>;
}
