import type {
  CrawlEnd,
  CrawlPageState,
  CrawlProgress,
  CrawlSource,
  CrawlStatus,
  FullReason,
  Recrawl,
  SkipReason,
} from '../store/crawl.ts';
import type { DeliveryError, DeliveryState, MessageType } from '../store/delivery.ts';
import type { JobProgress, JobStatus } from '../store/job.ts';
import type { RecipientState } from '../store/recipient.ts';
import type { Category, CategoryScore, Result, Status } from '../store/report.ts';
import type { MissedReason, ScheduleInterval, ScheduleTask, Weekday } from '../store/schedule.ts';
import type { SiteIssue } from '../store/site-issue.ts';
import type {
  AlertType,
  WebhookDisabledReason,
  WebhookFormat,
  WebhookSettings,
} from '../store/webhook.ts';
import type { Privacy } from '../store/website.ts';

// Formats are created on first use: creating one takes milliseconds, and importing this module must stay fast.
const number = onFirstUse(() => new Intl.NumberFormat('en'));
const points = onFirstUse(
  () => new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 }),
);
const dateTime = onFirstUse(
  () =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
);
const day = onFirstUse(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }),
);
const shortTime = onFirstUse(
  () =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);

function onFirstUse<Format>(create: () => Format): () => Format {
  let created: Format | undefined;
  return () => {
    created ??= create();
    return created;
  };
}

const count = (value: number, singular: string, plural: string) =>
  `${number().format(value)} ${value === 1 ? singular : plural}`;

const seconds = (ms: number) =>
  ms < 1_000 ? `${number().format(Math.round(ms))} ms` : `${points().format(ms / 1_000)} s`;

const after = (ms: number | null) => (ms === null ? 'never' : `after ${seconds(ms)}`);

const these = (count: number) => (count === 1 ? 'this is' : 'these are');

/** The error of a field: a full sentence stays as it is, `must be …` gets the name of the field. */
const fieldError = (field: string, issue: string) =>
  /^[a-z]/.test(issue) ? `${field} ${issue}` : issue;

const signed = (value: number) => (value > 0 ? `+${value}` : `${value}`.replace('-', '−'));

/** A point in time in a time zone, with its name. In UTC if this version of Node does not know the zone. */
function dateTimeIn(date: Date, timeZone: string): string {
  const format = { dateStyle: 'full', timeStyle: 'short' } as const;
  try {
    return `${new Intl.DateTimeFormat('en-GB', { ...format, timeZone }).format(date)} (${timeZone})`;
  } catch {
    return `${dateTime().format(date)} UTC`;
  }
}

const weekdayNames: Readonly<Record<Weekday, string>> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
};

const workStatuses = {
  queued: 'Queued',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  canceled: 'Canceled',
} satisfies Record<JobStatus | CrawlStatus, string>;

const importances = {
  high: 'High importance',
  medium: 'Medium importance',
  low: 'Low importance',
  info: 'For information',
} satisfies Record<SiteIssue['importance'], string>;

/** Every text of the pages. English is the only language: the components import this object. */
export const english = {
  language: 'en',
  number: (value: number) => number().format(value),
  signed,
  dateTime: (date: Date) => `${dateTime().format(date)} UTC`,
  dateTimeIn,
  shortTime: (date: Date) => `${shortTime().format(date)} UTC`,
  day: (date: Date) => day().format(date),
  percent: (share: number) => `${points().format(share * 100)} %`,
  bytes: (value: number) =>
    value < 1000
      ? count(value, 'byte', 'bytes')
      : value < 1_000_000
        ? `${points().format(value / 1000)} kB`
        : `${points().format(value / 1_000_000)} MB`,
  milliseconds: (value: number) => `${number().format(Math.round(value))} ms`,

  results: { good: 'Good', decent: 'Decent', bad: 'Bad' } satisfies Record<Result, string>,
  categories: {
    seo: 'Search',
    accessibility: 'Accessibility',
    performance: 'Performance',
    security: 'Security',
    miscellaneous: 'Miscellaneous',
  } satisfies Record<Category, string>,
  statuses: {
    fail: 'Failed',
    warn: 'Warning',
    error: 'Not evaluated',
    pass: 'Passed',
    na: 'Does not apply',
  } satisfies Record<Status, string>,
  importances,

  layout: {
    skip: 'Skip to the content',
    websites: 'Websites',
    keys: 'Keys',
    signOut: 'Sign out',
    mainMenu: 'Main menu',
    document: 'Document',
    copy: 'Copy',
    copied: 'Copied',
    offline: 'There is no connection to the server. This page shows what was loaded before.',
    pdf: 'PDF',
    pdfText: 'download this page',
  },

  report: {
    title: (page: string) => `Report on ${page}`,
    heading: 'SEO report',
    viewsOf: 'Parts of the report',
    views: { findings: 'Findings', loading: 'Loading', previews: 'Preview', facts: 'About' },
    of100: 'of 100',
    score: (score: number) => `Score ${score} of 100`,
    created: 'Created',
    oldestShared: 'With results of other reports since',
    statusCode: 'HTTP status',
    redirectedTo: 'Redirected to',
    description: (score: number, url: string, date: string) =>
      `An SEO report on ${url} of ${date}: score ${score} of 100, with every finding and how to fix it.`,
    ownerOnly: 'Only you can see this',
    withPassword: 'Others need the password',
    capped: (cap: number, without: number, reasons: number) =>
      `The score is capped at ${cap} until ${these(reasons)} fixed. Without the cap it would be ${without}.`,
    wouldCap: (cap: number, reasons: number) =>
      `The score cannot be more than ${cap} until ${these(reasons)} fixed:`,
    details: 'Details',
    partial: 'This report is about a part of the page only',
    categories: 'Categories',
    noScore: 'no score',
    /** What the score of performance covers. */
    asSent: 'Performance as sent',
    asLoaded: 'Performance as loaded',
    counts: (category: CategoryScore) => {
      const { passed, warned, failed, notApplicable, notEvaluated } = category;
      return [
        `${number().format(passed)} passed`,
        count(warned, 'warning', 'warnings'),
        `${number().format(failed)} failed`,
        ...(notEvaluated > 0 ? [`${number().format(notEvaluated)} not evaluated`] : []),
        ...(notApplicable > 0 ? [`${count(notApplicable, 'does', 'do')} not apply`] : []),
      ].join(', ');
    },
    verdict: 'Score',
    sentence: (report: {
      readonly score: number;
      readonly scoreUncapped: number;
      readonly categories: Readonly<Record<Category, CategoryScore>>;
    }) => {
      const all = Object.values(report.categories);
      const sum = (name: 'failed' | 'warned' | 'passed') =>
        all.reduce((total, category) => total + category[name], 0);
      const [failed, warned, passed] = [sum('failed'), sum('warned'), sum('passed')];
      const parts = [
        failed === 0 ? 'No check failed' : `${count(failed, 'check', 'checks')} failed`,
        `${count(warned, 'has a warning', 'have a warning')}`,
        `${number().format(passed)} passed`,
      ];
      const limit =
        report.score < report.scoreUncapped
          ? ` The score is limited to ${report.score}; without the limit it would be ${report.scoreUncapped}.`
          : '';
      return `${parts[0]}, ${parts[1]}, and ${parts[2]}.${limit}`;
    },
    firstReport: 'This is the first report of this page.',
    changedChecks: ({
      fixed,
      broken,
      newPlaces,
      fixedPlaces,
    }: Readonly<Record<'fixed' | 'broken' | 'newPlaces' | 'fixedPlaces', number>>) =>
      [
        ...(fixed > 0 ? [`, ${number().format(fixed)} fixed`] : []),
        ...(broken > 0 ? [`, ${number().format(broken)} newly broken`] : []),
        ...(newPlaces > 0 ? [`, ${count(newPlaces, 'new place', 'new places')}`] : []),
        ...(fixedPlaces > 0 ? [`, ${count(fixedPlaces, 'fixed place', 'fixed places')}`] : []),
      ].join(''),
    whatChanged: 'What changed',
    print: 'Print',
    printByBrowser: 'To print this report, use the menu of the browser.',
    printEverything: 'Print everything, also what passed',
    rest: 'Every other finding',
    whatPassed: 'What passed',
    passedCount: (value: number) => `${number().format(value)} passed`,
    fixFirst: 'Fix this first',
    gain: (deduction: number) => `+${points().format(deduction)} points of the page`,
    lifts: (cap: number) => `lifts the limit of ${cap}`,
    limits: (cap: number) => `limits the score to ${cap}`,
    gainIsCapped: (cap: number) => `The score stays at ${cap} until what limits it is fixed.`,
    staysAtZero: 'The score stays at 0 until several of these are fixed.',
    nothingToFix: 'Nothing to fix: every check that applies has passed.',
    changes: 'Since the last report',
    changed: (change: number) =>
      change === 0
        ? 'The score has not changed'
        : `${signed(change)} ${Math.abs(change) === 1 ? 'point' : 'points'}`,
    changedSince: (date: string) => `since ${date}`,
    otherRuleset:
      'The checks have changed in between, so the two scores cannot be compared exactly.',
    otherRendering:
      'Only one of the two was rendered in a browser, so the two scores cannot be compared exactly.',
    otherFieldData:
      'Only one of the two has data of real visitors, or of other ones, so the two scores cannot be compared exactly.',
    fixed: 'Fixed',
    broken: 'Newly broken',
    newPlaces: 'New places',
    fixedPlaces: 'Fixed places',
    more: (value: number) => `and ${number().format(value)} more`,
    compare: 'Compare both reports',
    checks: 'All checks',
    toFix: 'What to fix',
    filterStatus: 'Filter by result',
    filterCategory: 'Filter by category',
    all: 'All',
    noneShown: 'No check matches this filter.',
    passed: (value: number) => count(value, 'check passed', 'checks passed'),
    notApplicable: (value: number) => count(value, 'check does not apply', 'checks do not apply'),
    at: (line: number, column: number | undefined) =>
      column === undefined ? `line ${line}` : `line ${line}, column ${column}`,
    inHeader: 'response header',
    inRobots: 'robots.txt',
    rule: (title: string) => `Rule: ${title}`,
    why: 'Why it matters',
    howToFix: 'How to fix it',
    source: 'Read more',
    preview: 'How search engines and social networks show this page',
    searchResult: 'In search results',
    onPhone: 'In search results on a phone',
    mayDiffer:
      'Search engines often choose another title or text of the page, depending on what people search for.',
    noDescription: 'The page has no description. Search engines choose a passage of its text.',
    socialCard: 'When someone shares it',
    picture: 'The picture of the page',
    noPicture: 'The page has no picture for this',
    page: 'About the page',
    language: 'Language',
    noLanguage: 'not stated',
    charset: 'Encoding',
    size: 'Size of the HTML',
    sizes: (transferred: string, decoded: string) => `${decoded}, sent as ${transferred}`,
    timeToFirstByte: 'Time until the server responds',
    fetchTime: 'Time to fetch the page',
    content: 'Content',
    contents: (words: number, headings: number, links: number, images: number) =>
      [
        count(words, 'word', 'words'),
        count(headings, 'heading', 'headings'),
        count(links, 'link', 'links'),
        count(images, 'image', 'images'),
      ].join(', '),
    redirects: 'Redirects',
    refresh: 'refresh',
    notes: 'Not read',
    ruleset: (version: string) => `Version ${version} of the checks`,
    untitled: 'Untitled page',
    withoutScripts: (status: string) => `without scripts: ${status}`,
  },

  fieldData: {
    title: 'What real visitors get',
    explained: 'Three of four visits were at least as good as this.',
    metric: 'Metric',
    metrics: {
      lcp: 'Largest Contentful Paint (LCP)',
      inp: 'Interaction to Next Paint (INP)',
      cls: 'Cumulative Layout Shift (CLS)',
      ttfb: 'Time to First Byte (TTFB)',
      fcp: 'First Contentful Paint (FCP)',
    },
    url: 'This page',
    origin: 'All pages of the site',
    ratings: { good: 'good', needs_improvement: 'needs improvement', poor: 'poor' },
    goodShare: (share: number) => `good for ${number().format(Math.round(share * 100))}% of visits`,
    missing: 'too few visits',
    period: (from: Date, to: Date, isPhone: boolean) =>
      `Visits ${isPhone ? 'with phones ' : 'with all devices '}from ${day().format(from)} to ${day().format(to)}.`,
    note: (scope: string, message: string) => `${scope}: ${message}`,
  },

  rendering: {
    title: 'The page in a browser',
    summary: (ms: number, requests: number) =>
      `The page was rendered in a browser, in ${number().format(Math.round(ms))} ms and with ${count(requests, 'request', 'requests')}. The checks are about the page as its scripts built it.`,
    busy: 'It still sent requests when its time was over.',
    stands: 'The report is about the HTML of the server.',
    same: 'Scripts change nothing that search engines read.',
    differs: 'Search engines that run scripts see other things than crawlers that do not:',
    part: 'What',
    source: 'In the HTML of the server',
    rendered: 'In the browser',
    missing: 'missing',
    parts: {
      title: 'Title',
      description: 'Description',
      canonical: 'Canonical link',
      robots: 'Robots directives',
      language: 'Language',
      h1: 'Main heading',
      words: 'Words',
      links: 'Linked URLs of the site',
      hreflang: 'Language versions',
      structured_data: 'Structured data',
    },
    errors: 'Errors of scripts:',
    picture: (url: string) => `The first screen of ${url} on a phone`,
    pictured: 'The first screen on a phone',
    weight: (requests: number, bytes: string) =>
      `What a phone receives: ${bytes} in ${count(requests, 'request', 'requests')}`,
    types: {
      document: 'HTML',
      script: 'Scripts',
      stylesheet: 'Style sheets',
      image: 'Images',
      font: 'Fonts',
      media: 'Sound and video',
      xhr: 'Data (XMLHttpRequest)',
      fetch: 'Data (fetch)',
      other: 'Other',
    } as Readonly<Record<string, string>>,
    otherDomains: (domains: number) => `From ${count(domains, 'other domain', 'other domains')}`,
    noOtherDomains: 'Everything comes from the domain of the page.',
    moreDomains: (domains: number) => `and ${count(domains, 'more', 'more')}`,
    type: 'Type',
    domain: 'Domain',
    requests: 'Requests',
    received: 'Received',
    cookies: (cookies: number) => `${count(cookies, 'cookie', 'cookies')} before any consent`,
    cookie: 'Cookie',
    age: 'Kept',
    session: 'until the browser is closed',
    until: (day: string) => `until ${day}`,
  },

  speed: {
    title: 'Speed',
    ofStartPage: 'Speed of the start page',
    explained: (runs: number) =>
      `Loaded ${runs === 1 ? 'once' : `${runs} times`} by a phone with a slow connection (150 ms, 1.6 Mbit/s) and a processor four times slower than that of the server, with nothing in its cache.${runs === 1 ? ' Another time, it will be somewhat different.' : ''}`,
    metric: 'Metric',
    value: 'Measured',
    spread: (runs: number) => `In ${runs} loads`,
    limit: 'Good up to',
    metrics: {
      firstContentfulPaint: 'First text or picture (FCP)',
      largestContentfulPaint: 'Largest text or picture (LCP)',
      cumulativeLayoutShift: 'Layout shift (CLS)',
      totalBlockingTime: 'Blocking time (TBT)',
    },
    ratings: { good: 'good', needs_improvement: 'needs improvement', poor: 'poor' },
    none: 'nothing was shown',
    atLeast: 'at least ',
    seconds,
    range: (min: string, max: string) => `${min} to ${max}`,
    parts: 'What the time of the largest text or picture consists of',
    part: {
      firstByteMs: 'until the first byte of the page',
      requestDelayMs: 'until it is requested',
      downloadMs: 'until it is received',
      paintDelayMs: 'until it is shown',
    },
    blocking: 'The first paint waited for',
    busy: 'The page still sent requests when the measurement ended.',
    otherDomain: 'from another domain',
    data: 'The same as a table',
    film: {
      title: 'What a phone shows while it loads',
      picture: (ms: number) => `The screen ${after(ms)}`,
    },
    waterfall: {
      title: 'What was loaded when',
      chart: (requests: number, paint: number | null, loaded: number | null) =>
        `${count(requests, 'request', 'requests')}; first text or picture ${after(paint)}; page loaded ${after(loaded)}.`,
      tick: (ms: number) => `${number().format(ms / 1_000)} s`,
      paints: {
        fcp: (ms: number) => `first (FCP) ${seconds(ms)}`,
        lcp: (ms: number) => `largest (LCP) ${seconds(ms)}`,
      },
      wait: 'waiting for the server',
      receive: 'receiving',
      blocking: 'the first paint waited for it',
      first: (shown: number, all: number) =>
        `The first ${number().format(shown)} of ${number().format(all)} requests.`,
      moments: (read: number | null, loaded: number | null) =>
        [
          read === null ? '' : `The document was read after ${seconds(read)}.`,
          loaded === null ? '' : `The page was loaded after ${seconds(loaded)}.`,
        ].join(' '),
      file: 'File',
      status: 'Status',
      noResponse: 'no response',
      sent: 'Sent after',
      response: 'Response after',
      end: 'Complete after',
      goesOn: 'not complete',
    },
    weight: {
      title: (requests: number, bytes: string) =>
        `What it weighs: ${bytes} in ${count(requests, 'request', 'requests')}`,
      chart: (types: readonly (readonly [name: string, bytes: string])[], others: string) =>
        `${types.map((type) => type.join(' ')).join(', ')}. ${others} from other domains.`,
      part: (type: string, host: string, bytes: string) => `${type} from ${host}: ${bytes}`,
      ownDomain: 'from the domain of the page',
      otherHosts: 'other hosts',
      host: 'Host',
    },
  },

  words: {
    explained: 'Words explained',
    printed: 'Words used here',
  },

  charts: {
    data: 'The same as a table',
    scores: {
      title: 'Pages by score',
      chart: (pages: number) => `${count(pages, 'page', 'pages')} by score, in steps of ten.`,
      bar: (range: string, pages: number) => `${range}: ${count(pages, 'page', 'pages')}`,
      range: (from: number, to: number) => `${from} to ${to}`,
      score: 'Score',
      pages: 'Pages',
    },
    folders: {
      title: 'Pages by folder',
      explained:
        'Each box is a folder, as high as it has pages, in the colour of their average score; the folders in it are on its right.',
      chart: (folders: number, pages: number) =>
        `${count(pages, 'page', 'pages')} in ${count(folders, 'folder', 'folders')}, with their average scores.`,
      cell: (name: string, pages: number, score: number) =>
        `${name}: ${count(pages, 'page', 'pages')}, average score ${score}`,
      label: (name: string, pages: number, score: number) =>
        `${name} · ${count(pages, 'page', 'pages')} · ${score}`,
      others: 'other folders',
      largest: (value: number) => `The ${number().format(value)} largest folders.`,
      folder: 'Folder',
      pages: 'Pages',
      score: 'Average score',
    },
    statuses: {
      title: 'Pages by response',
      classes: {
        1: 'Interim (1xx)',
        2: 'OK (2xx)',
        3: 'Redirects (3xx)',
        4: 'Client errors (4xx)',
        5: 'Server errors (5xx)',
      },
      other: 'Other',
      none: 'No response',
      status: 'HTTP status',
      pages: 'Pages',
    },
  },

  history: {
    title: 'Score over time',
    chart: (from: string, to: string, last: number) =>
      `The score from ${from} to ${to}; the last one is ${last}.`,
    sources: {
      crawl: 'The score of each complete crawl.',
      reports: 'The mean of the latest report of each page at that time.',
    },
    breaks:
      'The line is broken where the version of the checks, what was crawled, or the number of pages with reports has changed: scores before and after are not comparable.',
    changed: 'Not comparable with the score before',
    intervals: { day: 'Day', week: 'Week from', month: 'Month from' },
    counts: { crawl: 'Crawls', reports: 'Reports' },
    score: 'Score',
    pages: 'Pages',
    ruleset: 'Version of the checks',
    none: 'There are no reports yet.',
  },

  website: {
    title: (domain: string) => `SEO reports on ${domain}`,
    kind: 'Website',
    noScore: 'No score yet.',
    scored: (score: number, source: string) => `Score ${score} of 100 (${source}).`,
    /** What a score is from, as in “82 · crawl of 300 pages, 12 May 2026”. */
    source: (kind: 'crawl' | 'reports', pages: number, day: string) =>
      kind === 'crawl'
        ? `crawl of ${count(pages, 'page', 'pages')}, ${day}`
        : `latest ${pages === 1 ? 'report of 1 page' : `reports of ${number().format(pages)} pages`}, ${day}`,
    latest: 'Latest report of each page',
    worstFirst: 'Lowest score first.',
    firstOf: (shown: number) => `The ${number().format(shown)} pages with the lowest scores.`,
    unreachable: (time: string) =>
      `This site has not responded since ${time}. Two attempts in a row have failed; the next report or crawl tries again.`,
    page: 'Page',
    score: 'Score',
    result: 'Result',
    date: 'Date',
    changed: 'What changed last',
    standing: 'Score and change',
    firstLook: 'There is no earlier score.',
    otherLook: 'The score before cannot be compared with this one.',
    openIssues: (value: number) => count(value, 'issue', 'issues'),
    openFindings: (value: number, isOneOfSeveral: boolean) =>
      count(value, 'finding', 'findings') +
      (isOneOfSeveral ? ' on the page with the lowest score' : ''),
    changedFindings: (added: number, fixed: number) =>
      added + fixed === 0
        ? ', none new or fixed'
        : `, ${number().format(added)} new, ${number().format(fixed)} fixed`,
    compare: 'Compare',
    next: 'What to do next',
    onLowest: 'On the page with the lowest score:',
    onlyNotes: (value: number) =>
      `Nothing to fix: ${count(value, 'note that costs', 'notes that cost')} no points.`,
    nextLook: 'Next look',
    informed: 'Who is informed',
  },

  comparison: {
    title: (page: string) => `Two reports on ${page}`,
    kind: 'Comparison',
    description: (from: number, to: number, url: string) =>
      `Two SEO reports on ${url} side by side: score ${from} and score ${to}, and every check that differs.`,
    earlier: 'Earlier',
    later: 'Later',
    fixed: (value: number) => `Fixed (${number().format(value)})`,
    broken: (value: number) => `Newly broken (${number().format(value)})`,
    newPlaces: (checks: number) => `New places (${count(checks, 'check', 'checks')})`,
    fixedPlaces: (checks: number) => `Fixed places (${count(checks, 'check', 'checks')})`,
    placesOf: (title: string, remaining: number | null) =>
      remaining ? `${title} (${count(remaining, 'place is', 'places are')} still there)` : title,
    other: (value: number) => `Other differences (${number().format(value)})`,
    none: 'No check differs between the two reports.',
    check: 'Check',
    missing: 'Not part of this report',
    differentPages: 'These reports are about different pages.',
  },

  password: {
    title: 'Password required',
    text: 'The owner has protected this page with a password.',
    label: 'Password',
    open: 'Open',
    opening: 'Opening…',
    wrong: 'The password is not right. Check it and try again.',
    empty: 'Enter the password.',
  },

  subscription: {
    confirmed: {
      title: (domain: string) => `Mails about ${domain}`,
      text: (address: string, domain: string) =>
        `Someone wants to send mails about ${domain} to ${address}. If you want them, confirm it. If not, close this page: nothing is sent.`,
      verb: 'Confirm',
      busy: 'Confirming…',
      doneTitle: 'Confirmed',
      done: (address: string, domain: string) =>
        `${address} gets mails about ${domain}. Each of them has a link to unsubscribe.`,
      other: 'Unsubscribe',
    },
    unsubscribed: {
      title: (domain: string) => `Mails about ${domain}`,
      text: (address: string, domain: string) =>
        `Do you want no more mails about ${domain} to ${address}?`,
      verb: 'Unsubscribe',
      busy: 'Unsubscribing…',
      doneTitle: 'Unsubscribed',
      done: (address: string, domain: string) => `${address} gets no mails about ${domain}.`,
      other: 'Get them again',
    },
    missing: {
      title: 'Unsubscribed',
      text: 'The subscription of this link no longer exists. No mails are sent for it.',
    },
  },

  badge: {
    label: 'SEO',
    title: (score: number, result: string, source: string) =>
      `SEO: ${result.toLowerCase()}, ${score} of 100 · ${source}`,
    none: 'no score',
  },

  reference: {
    title: 'API reference',
    heading: (api: string) => `${api} API reference`,
    document: 'OpenAPI document',
    contents: 'Contents',
    basics: 'Basics',
    baseUrl: 'Base URL',
    authorization: 'Authorization',
    hostLogin:
      'This API does not have its own keys: requests are authenticated by the login of the server that it is part of. The examples omit that login.',
    shellVariable: 'The examples read the key from the shell variable `SITEGRADE_KEY`.',
    parameters: 'Parameters',
    locations: { path: 'In the path', query: 'In the query', header: 'In the headers' },
    body: 'Body',
    bodyFields: 'Fields of the body',
    asJson: 'As `application/json`:',
    responses: 'Responses',
    headersOf: (status: string) => `Headers of the ${status}`,
    bodyType: 'Body:',
    example: 'Example',
    returns: 'returns',
    name: 'Name',
    description: 'Description',
    presence: { required: 'required', optional: 'may be missing' },
    forExample: 'for example',
    errors: 'Errors',
    errorBody: 'Every error has a body of type',
    errorCodes: 'Its `code` is one of the following.',
    allErrors: 'All errors by code',
    code: 'Code',
    when: 'When',
    schemas: 'Schemas',
    schemasText:
      'The objects in requests and responses. New fields may be added to objects in responses.',
    allSchemas: 'All schemas',
    fieldsOf: (schema: string) => `Fields of ${schema}`,
    type: 'Type:',
    schema: {
      or: ' or ',
      any: 'any JSON',
      list: 'list',
      listOf: 'list of',
      objectOf: 'object of',
      always: 'always',
      oneOf: 'one of',
      matches: 'matches',
      default: 'default',
      dateTime: 'date and time',
      notEmpty: 'not empty',
      from: (least: number) => `from ${least}`,
      upTo: (most: number) => `up to ${most}`,
      range: (least: number, most: number) => `${least} to ${most}`,
      atMost: (items: number) => `at most ${items}`,
      characters: (range: string) => `${range} characters`,
    },
  },

  errors: {
    unauthorized: 'Login required',
    unauthorizedText: 'Log in to see this page.',
    not_found: 'Page not found',
    notFoundText:
      'There is nothing here, or you are not allowed to see it. Check the link, or ask for a new one.',
    method_not_allowed: 'Method not allowed',
    not_acceptable: 'Not available',
    cross_site: 'Sent from another website',
    crossSiteText:
      'This form was sent from another website and was refused. Open this page directly and try again.',
    rate_limited: 'Too many attempts',
    overloaded: 'Too busy',
    internal: 'Something went wrong',
    internalText: 'Something went wrong on our side. Try again in a moment.',
    other: 'This did not work',
    back: 'Go to the start page',
    logIn: 'Log in',
  },

  console: {
    withoutWorker: 'No worker is running at the moment. Jobs and crawls start once there is one.',
    description:
      'Create SEO reports of pages, follow the scores of websites, and share what was found.',
    url: 'URL of the page',
    urlHint: 'For example https://example.com/. A new domain adds a website.',
    extras: { weekly: 'Look again every week', crawl: 'Also crawl the website' },
    added: {
      report: 'The report is created.',
      weekly: 'The website is looked at again every week.',
      crawl: 'A crawl is waiting to start.',
    },
    showReport: 'Show the report',
    notAdded: 'What else you chose was refused: see below.',
    hasSchedule: 'This website already has a schedule, which stays as it is.',
    fieldError,
    line: (line: number) => `Line ${number().format(line)}`,
    moreLines: (value: number) =>
      `${count(value, 'more line has an error', 'more lines have errors')}.`,
    create: 'Create report',
    creating: 'Analysing the page…',

    websites: 'Websites',
    noWebsites: 'No websites yet.',
    noWebsitesText:
      'Here you will see each website with its score, how that has changed, what to fix, and when it is looked at next.',
    start: 'Enter the URL of a page to add the first one',
    show: 'Show',
    filters: {
      worse: 'Worse than last time',
      unreachable: 'Does not respond',
      uncrawled: 'Without a complete crawl',
    },
    noneOf: {
      worse: 'No website has a lower score than last time.',
      unreachable: 'All websites respond, as far as is known.',
      uncrawled: 'Every website has a complete crawl.',
    },
    unreachable: (day: string) => `Does not respond since ${day}`,
    change: 'Change',
    unchanged: 'No change',
    nextLook: 'Next look',
    dueNow: 'Due now',
    notPlanned: 'Not planned',
    noMatches: 'Nothing matches this search.',
    search: 'Search',
    searchWebsites: 'Search websites',
    searchReports: 'Search by URL',
    clear: 'Clear',
    website: 'Website',
    score: 'Score',
    openProblems: 'Open problems',
    sortBy: 'Sort by',
    orders: { domain: 'Domain', score: 'Lowest score', last_look: 'Last look' },
    problems: (failed: number, warned: number) =>
      [
        ...(failed > 0 ? [`${number().format(failed)} failed`] : []),
        ...(warned > 0 ? [count(warned, 'warning', 'warnings')] : []),
      ].join(', '),
    onPage: 'on',
    issues: (value: number) => count(value, 'issue', 'issues'),
    noReports: 'No score yet',
    nothingToFix: 'Nothing to fix',

    reports: 'Reports',
    noReportsYet: 'No reports yet.',
    reportCount: (value: number, isExact: boolean) =>
      isExact ? count(value, 'report', 'reports') : `More than ${number().format(value)} reports`,
    ofWebsite: (domain: string) => `Reports on ${domain}`,
    allWebsites: 'All websites',
    filterResult: 'Filter by result',
    all: 'All',
    pages: 'Pages',
    page: (value: number) => `Page ${number().format(value)}`,
    previousPage: 'Previous page',
    nextPage: 'Next page',
    firstPage: 'First page',

    rerun: 'Analyse again',
    thisReport: 'This report',
    compareWith: 'Compare with an earlier report',
    compare: 'Compare',
    earlierReport: (date: string, score: number) => `${date}, score ${score}`,
    latestOf: (shown: number) => (shown === 1 ? 'Earlier report' : 'Earlier reports'),
    share: 'Share',
    shareLink: 'Share link',
    openFor: {
      public: 'Anyone with the link can open it.',
      private: 'Only you can open it: the website is private.',
      password: 'Anyone with the link and the password of the website can open it.',
    } satisfies Record<Privacy, string>,
    changePrivacy: 'Change who can open it',
    renew: 'Renew the link',
    renewTitle: 'Renew the share link',
    renewReport:
      'The report gets a new link. The old link stops working everywhere it was sent to.',
    renewWebsite:
      'The website gets a new link. The old link stops working everywhere it was sent to, and so does its badge. Links of single reports stay.',
    renewed: 'The link is renewed. The old one no longer works.',
    downloadJson: 'Download JSON',
    downloadCsv: 'Download CSV',
    deleteReport: 'Delete this report',
    deleteReportText: (page: string, date: string) =>
      `The report on ${page} of ${date} is deleted with its share link. This cannot be undone.`,
    deleteWebsite: 'Delete this website',
    deleteWebsiteText: (domain: string, reports: number) =>
      reports === 0
        ? `${domain} is deleted with its crawls, its accepted findings and its share link. It has no reports.`
        : `${domain} is deleted with ${count(reports, 'report', 'reports')}, all crawls, all accepted findings and all share links. This cannot be undone.`,
    reportDeleted: 'The report is deleted.',
    websiteDeleted: 'The website is deleted.',
    cancel: 'Cancel',

    allReports: 'All reports on this website',
    pagesOfWebsite: 'Pages of this website',
    sharedPage: 'Shared page',
    tabs: { overview: 'Overview', issues: 'Issues', accepted: 'Accepted', settings: 'Settings' },
    settingsOf: (domain: string) => `Settings of ${domain}`,
    webhooksOf: (value: number) =>
      value === 0
        ? 'No webhook gets messages about this website.'
        : `${count(value, 'webhook gets', 'webhooks get')} messages about this website.`,
    privacy: 'Privacy',
    privacyLegend: 'Who can open shared pages?',
    privacyChoices: {
      public: 'Anyone with a link',
      private: 'Only you',
      password: 'Anyone with a link and the password',
    } satisfies Record<Privacy, string>,
    password: 'Password',
    passwordHint: (max: number) => `1 to ${number().format(max)} characters.`,
    passwordNeeded: (max: number) => `Enter a password of 1 to ${number().format(max)} characters.`,
    passwordKeeps: 'Leave it empty to keep the current password.',
    passwordUnused: (choice: string) =>
      `A password has an effect only with “${choice}”. Choose that, or leave the password empty.`,
    save: 'Save',
    saving: 'Saving…',
    saved: 'Saved.',
    badge: 'Badge',
    badgeHint:
      'Shows the latest score on your own pages. It stops working when the website is no longer public.',
    badgeAlt: (domain: string) => `SEO score of ${domain}`,
    badgeHtml: 'HTML',
    badgeMarkdown: 'Markdown',
    danger: 'Delete',

    signIn: 'Sign in',
    signingIn: 'Signing in…',
    signInText: 'Sign in with an API key. You see the reports that belong to it.',
    apiKey: 'API key',
    wrongKey: 'This API key is not valid. Check that it is complete, not revoked and not expired.',
    signedOut: 'You are signed out.',
  },

  jobs: {
    title: 'Jobs',
    text: 'A job creates a report of one URL in the background. You can close this page meanwhile.',
    urls: 'URLs of the pages',
    urlsHint: (max: number) =>
      `One URL per line, at most ${number().format(max)}. Empty lines are ignored.`,
    create: 'Create reports',
    creating: 'Creating jobs…',
    urlError: (issue: string) => fieldError('URL', issue),
    list: 'All jobs',
    search: 'Search by URL',
    filterStatus: 'Filter by status',
    statuses: workStatuses,
    none: 'No jobs yet.',
    count: (value: number, isExact: boolean) =>
      isExact ? count(value, 'job', 'jobs') : `More than ${number().format(value)} jobs`,
    ofBatch: (batch: number) => `Jobs of batch ${batch}`,
    url: 'URL',
    status: 'Status',
    time: 'Time',
    report: 'Report',
    attempts: (value: number) => count(value, 'attempt', 'attempts'),
    nextAttempt: 'next attempt:',
    lastError: (message: string) => `The last attempt failed: ${message}`,
    batch: (batch: number) => `Batch ${batch}`,
    progress: 'Progress',
    finished: ({ queued, running, done, failed, canceled }: JobProgress) => {
      const ended = done + failed + canceled;
      return [
        `${number().format(ended)} of ${number().format(ended + queued + running)} finished`,
        ...(failed > 0 ? [`${number().format(failed)} failed`] : []),
        ...(canceled > 0 ? [`${number().format(canceled)} canceled`] : []),
      ].join(', ');
    },
    waiting:
      'No job of this batch has started yet. Either the workers are busy with other jobs, or none is running: then the operator of this server has to start one.',
    refreshText: 'This page shows the state at the time it was loaded.',
    refresh: 'Refresh',
    job: (job: number) => `Job ${job}`,
    created: 'Created',
    started: 'Last attempt started',
    ended: 'Ended',
    ofJob: 'Batch',
    cancelJob: 'Cancel this job',
    cancelJobText: (url: string) => `The job for ${url} is canceled. It creates no report.`,
    cancelBatch: 'Cancel this batch',
    cancelBatchText: (open: number) =>
      `${count(open, 'job that has not ended is', 'jobs that have not ended are')} canceled. Reports that were created stay.`,
    keep: 'Do not cancel',
    deleteJob: 'Delete this job',
    deleteJobText: (url: string) =>
      `The job for ${url} is deleted. A report that it has created stays.`,
    deleteOpenJobText: (url: string) =>
      `The job for ${url} is canceled and deleted. It creates no report.`,
    jobCanceled: 'The job is canceled.',
    batchCanceled: 'The jobs that had not ended are canceled.',
    jobDeleted: 'The job is deleted.',
  },

  schedules: {
    title: 'Schedule',
    titleOf: (domain: string) => `Schedule of ${domain}`,
    none: 'This website is checked only when you ask for it.',
    set: 'Set a schedule',
    change: 'Change the schedule',
    when: {
      day: (at: string) => `Every day at ${at}`,
      week: (at: string, weekday: Weekday) => `Every ${weekdayNames[weekday]} at ${at}`,
      month: (at: string, dayOfMonth: number) => `On day ${dayOfMonth} of every month at ${at}`,
    },
    sentence: (when: string, timeZone: string, what: string) => `${when} (${timeZone}): ${what}.`,
    what: {
      reports: 'a report of each of the latest 1,000 pages',
      crawl: (pages: number) => `a crawl of at most ${count(pages, 'page', 'pages')}`,
    },
    next: 'Next run:',
    due: 'The next run is due. It starts as soon as a worker is running and your quotas leave room for it.',
    last: 'Last run:',
    never: 'It has not run yet.',
    lastCrawl: (id: number) => `Crawl ${id}`,
    lastBatch: (id: number) => `Batch ${id}`,
    missed: (time: string, reason: MissedReason) =>
      `The run of ${time} was missed: ${
        (
          {
            quota_exceeded: 'your quotas left no room for it until the next one was due',
            url_not_allowed: 'this server no longer allows requests to its pages',
            no_urls: 'the website had no report whose page could be checked again',
          } satisfies Record<MissedReason, string>
        )[reason]
      }.`,
    text: 'Workers of this server check the website regularly. A run begins within an hour of the time, always at the same minute.',
    every: 'How often',
    intervals: {
      day: 'Every day',
      week: 'Every week',
      month: 'Every month',
    } satisfies Record<ScheduleInterval, string>,
    weekday: 'Day of the week',
    weekdays: weekdayNames,
    dayOfMonth: 'Day of the month',
    dayOfMonthHint: (max: number) => `1 to ${max}`,
    at: 'Time',
    timeZone: 'Time zone',
    timeZoneHint: 'For example Europe/Berlin',
    task: 'What to do',
    tasks: {
      reports: 'Reports of the latest pages',
      crawl: 'A crawl of the website',
    } satisfies Record<ScheduleTask, string>,
    crawl: 'The crawl',
    save: 'Save the schedule',
    isSet: 'The schedule is saved.',
    delete: 'Delete the schedule',
    deleteText: (domain: string) =>
      `${domain} is no longer checked regularly. Reports and crawls stay.`,
    deleted: 'The schedule is deleted.',
  },

  accepted: {
    title: 'Accepted findings',
    titleOf: (domain: string) => `Accepted findings of ${domain}`,
    text: 'An accepted finding stays in reports under its own heading, and costs no points in the score without accepted findings. It is back when it changes, or after its last day.',
    inReport: 'You have accepted these findings and places. They are not among the checks above.',
    score: (score: number) => `${score} without accepted findings.`,
    nothingLeft: 'Nothing to fix except accepted findings.',
    none: 'No finding is accepted. In a report, each finding has a link to accept it.',
    accept: 'Accept this finding',
    what: 'What to accept',
    scopes: {
      places: 'These places on this page',
      pages: 'All that the check finds on some pages',
    },
    mayLackPlaces:
      'The report does not list all places, so the finding will cost points unless you accept all that the check finds.',
    asItIs: 'The finding as it is now',
    already: '(accepted)',
    noPlace: 'Choose a place, or all that the check finds.',
    path: 'Path of the pages',
    pathHint:
      'Only for all that the check finds. As in robots.txt: the beginning of the path, with * for any characters and $ for the end.',
    reason: 'Reason',
    reasonHint: 'Only you see it.',
    expires: 'Last day',
    expiresHint: 'Leave it empty to accept it without an end.',
    accepted: 'The finding is accepted.',
    places: (count: number, total: number) => `${count} of ${total} places`,
    onPages: 'On pages with the path',
    until: (date: Date) => `Until ${day().format(date)}.`,
    over: 'Expired.',
    check: 'Check',
    place: 'Place',
    search: 'Search by path',
    remove: 'Remove',
    removeTitle: 'Accept this finding no longer',
    removeText: (title: string) => `“${title}” will be a finding like any other again.`,
    removed: 'The finding is no longer accepted.',
  },

  crawls: {
    kind: 'Crawl',
    title: 'Crawls',
    text: 'A crawl checks many pages of a website in the background, and finds issues that only many pages show: duplicate titles, broken links, pages without links. You can close this page meanwhile.',
    crawlAWebsite: 'Crawl a website',
    url: 'URL of the start page',
    urlHint: 'For example https://example.com/',
    urlOptionalHint: 'Leave it empty to begin at the home page.',
    maxPages: 'Number of pages',
    maxPagesHint: (max: number) =>
      `The crawl has at most this many pages: 1 to ${number().format(max)}. Dead links do not count.`,
    source: 'Find pages by',
    sources: {
      both: 'Links and sitemaps',
      links: 'Links only',
      sitemap: 'Sitemaps only',
    } satisfies Record<CrawlSource, string>,
    recrawl: 'Read',
    recrawls: {
      all: 'All pages',
      changed: 'Changed pages only',
    } satisfies Record<Recrawl, string>,
    unchanged: 'Not changed',
    unchangedSince: (pages: number, id: number) =>
      `${count(pages, 'page', 'pages')} since crawl ${id}`,
    fullReasons: {
      no_previous_crawl: 'All pages were read: there was no crawl with the same options.',
      ruleset_changed: 'All pages were read: the checks have changed.',
      site_changed:
        'All pages were read: robots.txt, the sitemaps, the certificate or other facts of the site have changed, or settings of the server.',
      own_headers: 'All pages were read: the crawl sends its own headers.',
    } satisfies Record<FullReason, string>,
    advanced: 'Include or exclude pages',
    include: 'Include only',
    exclude: 'Exclude',
    patternsHint: (max: number) =>
      `One path per line, as in robots.txt: /blog/ matches all paths that begin with it, * stands for any characters, $ for the end. At most ${number().format(max)}.`,
    includeHint: 'Without lines, all pages are included. The start page is always crawled.',
    create: 'Start the crawl',
    creating: 'Starting…',
    list: 'All crawls',
    none: 'No crawls yet.',
    search: 'Search by URL',
    filterStatus: 'Filter by status',
    ofWebsite: (domain: string) => `Crawls of ${domain}`,
    count: (value: number, isExact: boolean) =>
      isExact ? count(value, 'crawl', 'crawls') : `More than ${number().format(value)} crawls`,
    website: 'Website',
    status: 'Status',
    score: 'Score',
    pages: 'Pages',
    time: 'Time',
    views: {
      overview: 'Overview',
      findings: 'Issues',
      pages: 'Pages',
      structure: 'Structure',
      about: 'About',
    },
    viewsOf: 'Parts of the crawl',
    crawl: (id: number) => `Crawl ${id}`,
    crawlOf: (site: string, date: string) => `Crawl of ${site} of ${date}`,
    statuses: workStatuses,
    progress: 'Progress',
    crawled: (crawled: number, known: number) =>
      `${number().format(crawled)} of ${count(known, 'page that is known so far', 'pages that are known so far')}`,
    numbers: ({ done, redirected, failed, running }: CrawlProgress, skipped: number) =>
      [
        `${number().format(done)} checked`,
        `${count(redirected, 'redirect', 'redirects')}`,
        `${number().format(failed)} failed`,
        `${number().format(skipped)} skipped`,
        `${number().format(running)} in progress`,
      ].join(', '),
    notStarted: 'The crawl waits for its start.',
    comparing: 'Looking for more pages, or comparing those that were found.',
    waiting:
      'This crawl has not started yet. Either the workers are busy, or none is running: then the operator of this server has to start one.',
    siteScore: 'Site score',
    noScore: 'The site has no score, because no page could be checked.',
    howScored: (score: number, pages: number, mean: number, cost: number) => {
      const average =
        pages === 1
          ? `${points().format(mean)} points, the score of the only page that was checked`
          : `${points().format(mean)} points, the average of ${number().format(pages)} pages`;
      const issues =
        cost === 0
          ? 'issues across pages take nothing off'
          : `less ${points().format(cost)} points for issues across pages`;
      return `A score of ${number().format(score)} means: ${average}; ${issues}.`;
    },
    onePage: (value: number) => count(value, 'page', 'pages'),
    ends: {
      complete: 'Every page that was found and may be crawled was crawled.',
      max_pages:
        'The crawl stopped at its limit of pages. The site has more URLs, which were not checked.',
      frontier_full:
        'The crawl found too many URLs that are not pages, or that it may not request, and stopped before it had its pages. Its score does not count for the website. Exclude paths with endless variants, such as filters and calendars, and fix dead links.',
      time_limit:
        'The crawl stopped at its limit of time: six hours of work, or more if it may have more than 10,000 pages. Crawl parts of the site.',
      refused:
        'The site refused ten requests in a row, or did not respond, and the crawl stopped. Allow the crawler in the firewall of the site, or try again later.',
      robots_txt:
        'robots.txt forbids the start page, or does not respond. Allow it there, or choose another start page.',
      start_failed: 'The start page could not be fetched.',
      interrupted: 'The crawl was interrupted too often. Start it again.',
    } satisfies Record<CrawlEnd, string>,
    isSmaller: (pages: number, counted: number) =>
      `The score of the website does not change: it is that of a crawl of ${count(counted, 'page', 'pages')}, and this one stopped after ${count(pages, 'page', 'pages')}. If you delete that crawl, this one counts.`,
    canceledText: 'This crawl was canceled. Its pages stay, but they were not compared.',
    skipReasons: {
      robots_txt: 'Blocked by robots.txt',
      excluded: 'Excluded by this crawl',
      max_pages: 'Beyond the limit of pages',
      too_deep: 'More than 100 clicks away',
      query_variants: 'One of many variants of a page',
      repeating_path: 'Its path repeats itself',
      not_html: 'Not an HTML page',
      ended: 'The crawl ended first',
    } satisfies Record<SkipReason, string>,
    states: {
      queued: 'Queued',
      running: 'Running',
      done: 'Checked',
      redirected: 'Redirects',
      failed: 'Failed',
      skipped: 'Skipped',
    } satisfies Record<CrawlPageState, string>,
    filterState: 'Filter by state',
    sortBy: 'Sort by',
    orders: {
      score: 'Lowest score',
      inlinks: 'Fewest links',
      depth: 'Most clicks',
      url: 'URL',
    },
    pagesOf: 'Pages',
    page: 'Page',
    pageCount: (value: number, isExact: boolean) =>
      isExact ? count(value, 'page', 'pages') : `More than ${number().format(value)} pages`,
    searchPages: 'Search pages by URL',
    ofCheck: 'Only pages with findings of the check',
    ofAllChecks: 'Show all pages',
    noPages: 'No pages.',
    clicks: 'Clicks',
    links: 'Links',
    reason: 'Reason',
    target: 'Leads to',
    clicksAway: 'Clicks from the start page',
    notLinked: 'Not linked',
    unknown: 'Not known yet',
    inlinks: 'Pages that link to it',
    inSitemap: 'In the sitemap',
    yes: 'Yes',
    no: 'No',
    ofCrawl: 'Part of',
    state: 'State',
    depth: {
      title: 'Pages by clicks from the start page',
      chart: (pages: number, deepest: number) =>
        `${count(pages, 'page', 'pages')} by clicks from the start page; the deepest is ${count(deepest, 'click', 'clicks')} away.`,
      clicks: 'Clicks',
      from: (depth: number) => `${number().format(depth)}+`,
      notLinked: 'None',
      notLinkedText: (value: number) =>
        `${count(value, 'page is', 'pages are')} not linked, and only in the sitemap.`,
      total: 'Pages',
      bar: (clicks: string, pages: number) => `${clicks}: ${count(pages, 'page', 'pages')}`,
    },
    about: 'About this crawl',
    startPage: 'Start page',
    found: 'URLs found',
    skipped: 'Skipped',
    created: 'Created',
    started: 'Started',
    ended: 'Ended',
    againstPrevious: (date: string) => `the crawl of ${date}`,
    since: 'since',
    comparedWith: 'Compared with',
    notComparable: 'The checks have changed since',
    otherPages: 'Not of the same pages as',
    compare: 'Compare both crawls',
    again: 'Crawl again',
    pagesCsv: 'Pages as CSV',
    issuesCsv: 'Issues as CSV',
    json: 'Crawl as JSON',
    sharesLast: 'The link shows this crawl until the next one of this website is done.',
    sharesOther:
      'The link shows the issues that the score of the website is from, not those of this crawl.',
    cancel: 'Cancel this crawl',
    cancelText: (site: string) =>
      `The crawl of ${site} is canceled. Pages that were checked stay, but are not compared: there will be no issues and no score.`,
    keep: 'Do not cancel',
    delete: 'Delete this crawl',
    deleteText: (site: string, pages: number) =>
      `The crawl of ${site} is deleted with ${count(pages, 'page', 'pages')} and all issues. This cannot be undone.`,
    deleteOpenText: (site: string) =>
      `The crawl of ${site} is canceled and deleted, with all pages that were checked. This cannot be undone.`,
    canceled: 'The crawl is canceled.',
    deleted: 'The crawl is deleted.',
    crawlThis: 'Crawl this website',
    allOfWebsite: 'All crawls of this website',
    noneOfWebsite: 'This website has not been crawled yet.',
    comparison: {
      title: (site: string) => `Two crawls of ${site}`,
      kind: 'Comparison of crawls',
      newFindings: (value: number) => `New findings (${number().format(value)})`,
      fixed: (value: number) => `Fixed (${number().format(value)})`,
      changedFindings: (value: number) =>
        `Findings with unknown places that have changed (${number().format(value)})`,
      remaining: (value: number) => `${count(value, 'finding is', 'findings are')} still there.`,
      stillThere: (value: number) =>
        `${count(value, 'place', 'places')} of this check ${value === 1 ? 'is' : 'are'} still there`,
      changed: (value: number) => `Pages with another score (${number().format(value)})`,
      newPages: (value: number) => `New pages (${number().format(value)})`,
      gonePages: (value: number) => `Pages that are gone (${number().format(value)})`,
      none: 'Nothing differs between the two crawls.',
      noneButScores: 'No finding and no page differs.',
      noPage: 'No page differs.',
      firstOf: (shown: number) => `The first ${number().format(shown)}.`,
      from: 'Before',
      to: 'After',
      change: 'Change',
      notes: 'Not compared',
    },
  },

  issues: {
    title: 'Issues',
    ofSite: (domain: string) => `Issues of ${domain}`,
    kind: 'Issue',
    none: 'No issues were found.',
    foundOf: (value: number) => count(value, 'issue', 'issues'),
    isNew: 'New',
    filterImportance: 'Filter by importance',
    allImportances: (value: number) => `All ${number().format(value)}`,
    ofImportance: (importance: SiteIssue['importance'], value: number) =>
      `${importances[importance]} ${number().format(value)}`,
    scopes: { site: 'Across pages', page: 'On single pages' },
    counts: (findings: number, pages: number) =>
      `${count(findings, 'finding', 'findings')} on ${count(pages, 'page', 'pages')}`,
    rule: (title: string) => `Rule: ${title}`,
    morePages: (value: number) => `and ${count(value, 'more page', 'more pages')}`,
    moreFindings: (value: number) => `${count(value, 'more finding', 'more findings')}`,
    allFindings: 'Show all findings and their pages',
    about: (title: string) => `about: ${title}`,
    points: (cost: number) => `+${points().format(cost)} points of the site`,
    order:
      'Pages that search engines or visitors do not get to see come first, and then what gains most points of the site score when only that is fixed.',
    notes: (value: number) => `${count(value, 'note', 'notes')} that cost no points`,
    unknown: (value: number) => `${count(value, 'rule', 'rules')} that could not be decided`,
    passed: (value: number) => `${count(value, 'rule', 'rules')} that passed`,
    stored: (shown: number, total: number) =>
      `The first ${number().format(shown)} of ${number().format(total)} findings are stored.`,
    target: 'URL',
    from: (source: string) => `From the ${source}.`,
    ofReports: 'A crawl finds more, as it knows every link.',
    more: (value: number) => count(value, 'more issue', 'more issues'),
    show: 'Show all issues',
    pagesOf: (value: number) => `Show ${count(value, 'page', 'pages')}`,
    all: 'All issues',
    description: (domain: string, score: number | null) =>
      score === null
        ? `Issues of the pages of ${domain}, and how to fix them.`
        : `Issues of the pages of ${domain}, and how to fix them: site score ${score} of 100.`,
  },

  keys: {
    title: 'API keys',
    text: 'Programs use the API with a key. Everyone who has a key can do everything that you can.',
    issue: 'Issue a key',
    issuing: 'Issuing…',
    name: 'Name',
    nameHint: (max: number) =>
      `To recognise it in this list. At most ${number().format(max)} characters.`,
    days: 'Days until it expires',
    daysHint: (max: number) =>
      `1 to ${number().format(max)}. Leave it empty for a key that does not expire.`,
    daysIssue: (max: number) =>
      `Enter a whole number of days from 1 to ${number().format(max)}, or leave the field empty.`,
    tooMany: (max: number) =>
      `There are ${number().format(max)} valid keys, the most that are allowed here. Revoke one that is not used any more.`,
    issued: 'The key is issued',
    onlyOnce: 'Copy it now. It cannot be shown again.',
    key: 'API key',
    toList: 'Go to the list of keys',
    list: 'Your keys',
    none: 'No keys yet.',
    unnamed: 'Without a name',
    created: 'Created',
    lastUsed: 'Last used',
    never: 'Never',
    expires: 'Expires',
    state: 'State',
    states: { valid: 'Valid', expired: 'Expired', revoked: 'Revoked' },
    yours: 'You are signed in with this key',
    andEnded: (hidden: number) =>
      `Not shown: ${count(hidden, 'older key that is', 'older keys that are')} revoked or expired.`,
    revoke: 'Revoke',
    revokeNamed: (name: string) => `Revoke ${name}`,
    revokeTitle: 'Revoke this key',
    revokeText: (name: string, prefix: string) =>
      `Programs that use the key “${name}” (${prefix}…) get errors from now on. This cannot be undone.`,
    revokeOwn: 'You are signed in with this key: you will be signed out.',
    revoked: 'The key is revoked.',
  },

  webhooks: {
    title: 'Webhooks',
    text: 'A webhook is a URL that messages are posted to when something happens: one of your own, or one of a channel of Slack, Microsoft Teams or Discord.',
    withoutWorker: 'No worker is running at the moment. Messages are sent once there is one.',
    list: 'Your webhooks',
    none: 'No webhooks yet.',
    webhook: (id: number) => `Webhook ${id}`,
    receiver: 'Receiver',
    format: 'Format',
    formats: {
      json: 'JSON, signed',
      slack: 'Slack',
      teams: 'Microsoft Teams',
      discord: 'Discord',
    } satisfies Record<WebhookFormat, string>,
    events: 'Events',
    types: {
      'findings.new': 'New findings',
      'score.dropped': 'Lower score',
      'report.failed': 'Failed report',
      'crawl.failed': 'Failed crawl',
      'report.created': 'New report',
      'crawl.completed': 'Completed crawl',
      'site.unreachable': 'Site does not respond',
      'site.recovered': 'Site responds again',
      'certificate.expiring': 'Certificate expires',
      'webhook.test': 'Test message',
    } satisfies Record<MessageType, string>,
    eventTexts: {
      'findings.new': 'A report or a crawl found what the one before did not have.',
      'score.dropped': 'The score of a report or a crawl is lower than that of the one before.',
      'report.failed': 'A report was to be created in the background, and could not be.',
      'crawl.failed': 'A crawl has failed. One that was canceled has not.',
      'report.created': 'Each new report, with or without findings.',
      'crawl.completed': 'Each crawl that is done, with or without findings.',
      'site.unreachable': 'Two attempts in a row have failed, ten minutes apart.',
      'site.recovered': 'A report or a crawl has succeeded since.',
      'certificate.expiring':
        'The certificate of the site expires soon: once for each certificate.',
    } satisfies Record<AlertType, string>,
    noEvents: 'Choose at least one event.',
    state: 'State',
    enabled: 'Enabled',
    disabledSince: 'Disabled since',
    reasons: {
      owner: 'You have disabled it.',
      gone: 'The receiver responded with status 410: it is gone for good.',
      failing: 'All attempts had failed for five days.',
    } satisfies Record<WebhookDisabledReason, string>,
    failingSince: 'Failing since',
    failingText: 'It is disabled when all attempts have failed for five days.',
    lastDelivered: 'Last delivered',
    never: 'Never',
    createdAt: 'Created',

    create: 'Create a webhook',
    creating: 'Creating…',
    url: 'URL',
    urlHint:
      'For example https://example.com/hooks/sitegrade, or the URL that the chat service shows for incoming webhooks.',
    minImportance: 'Importance of new findings',
    importances: {
      low: 'Any',
      medium: 'Medium or high',
      high: 'High only',
    } satisfies Record<WebhookSettings['minImportance'], string>,
    websites: 'Websites',
    websiteCount: (chosen: number | undefined) =>
      chosen === undefined ? 'All' : number().format(chosen),
    allWebsites: 'All websites, and pages that belong to none',
    chosenWebsites: (max: number) => `Only these, at most ${number().format(max)}`,
    websitesLater: 'You can choose websites once you have some.',
    listedWebsites: (shown: number) =>
      `The first ${number().format(shown)} of your websites are listed. The API can choose others.`,
    noWebsites: 'Choose at least one website, or all websites.',
    tooManyWebsites: (max: number) =>
      `Choose at most ${number().format(max)} websites, or all websites.`,
    websiteGone: 'One of these websites has been deleted meanwhile. Check your choice.',

    created: 'The webhook is created',
    isCreated: 'The webhook is created. Send a test message to see that it works.',
    replaced: 'The secret is replaced',
    replacedText: 'For 24 hours, messages are signed with the new secret and with the old one.',
    onlyOnce: 'Copy the secret now. It cannot be shown again.',
    secret: 'Secret',
    verify: 'Check that messages are from here',
    signedAs: 'Messages are signed with this secret, as described by',
    standard: 'Standard Webhooks',
    libraries:
      'Its libraries for many languages check the signature. In JavaScript, for example, with the body as it was received:',
    toWebhook: 'Go to the webhook',

    test: 'Send a test message',
    tested: 'The test message is queued. Its delivery shows how that ends.',
    enable: 'Enable',
    isEnabled: 'The webhook is enabled.',
    disable: 'Disable',
    isDisabled: 'The webhook is disabled.',
    disabledText:
      'While it is disabled, it receives nothing. Deliveries that were waiting are sent when you enable it.',
    twoSecrets: 'Signed with two secrets until',
    toSettings: 'Change the settings',

    deliveries: 'Deliveries',
    noDeliveries: 'No deliveries in the last 30 days.',
    deliveryCount: (value: number, isExact: boolean) =>
      `${isExact ? count(value, 'delivery', 'deliveries') : `More than ${number().format(value)} deliveries`} in the last 30 days, newest first`,
    message: 'Message',
    duration: 'Duration',
    states: {
      waiting: 'Waiting',
      delivered: 'Delivered',
      failed: 'Failed',
      canceled: 'Canceled',
    } satisfies Record<DeliveryState, string>,
    status: (status: number) => `status ${status}`,
    attempts: (value: number) => count(value, 'attempt', 'attempts'),
    attemptsOf: (value: number, max: number) => `${value} of ${count(max, 'attempt', 'attempts')}`,
    next: 'next attempt',
    due: 'due now',
    untilEnabled: 'until the webhook is enabled',
    errors: {
      status: (status: number | null) => `The receiver responded with status ${status}.`,
      url_not_allowed: () => 'This server does not send to the address of the receiver.',
      dns: () => 'The host of the receiver has no public address.',
      connection: () => 'The connection to the receiver failed.',
      tls: () =>
        'The encrypted connection to the receiver failed: its certificate may be invalid or expired.',
      timeout: () => 'The receiver did not respond in time.',
      internal: () => 'The server could not make the message.',
      quota_exceeded: () => 'It was not sent: too many of your deliveries were waiting.',
    } satisfies Record<DeliveryError, (status: number | null) => string>,
    canceledText: 'Its website was deleted before it was sent.',
    again: 'Send again',
    againNamed: (message: string, time: string) => `Send again: ${message}, ${time}`,
    isAgain: 'The delivery is queued again.',

    settings: 'Settings',
    secretText:
      'Messages are signed with a secret, which cannot be shown again. Replace it if you do not have it, or if others may know it.',
    replaceSecret: 'Replace the secret',
    replaceText:
      'Messages are signed with a new secret, which is shown once. For 24 hours they are signed with both, so that you can change the receiver meanwhile.',
    replaceAgain: 'The secret that was replaced last is no longer used.',
    delete: 'Delete this webhook',
    deleteText: (receiver: string) =>
      `Nothing is sent to ${receiver} any more. Its deliveries are deleted, also those that are waiting. This cannot be undone.`,
    isDeleted: 'The webhook is deleted.',
  },

  recipients: {
    confirmed: (value: number) => {
      if (value === 0) return 'No one gets mails about this website.';
      const recipients = count(value, 'confirmed recipient gets', 'confirmed recipients get');
      return `${recipients} mails about this website.`;
    },
    waiting: (value: number) => `${count(value, 'recipient', 'recipients')} must still confirm.`,
    manage: 'Recipients of mails',
    titleOf: (domain: string) => `Recipients of mails about ${domain}`,
    text: 'Recipients get mails when something happens on this website, and a digest each week. You choose what is sent to each. They must confirm first, with a link in a mail, and can unsubscribe at any time.',
    withoutWorker: 'No worker is running at the moment. Mails are sent once there is one.',
    list: 'All recipients',
    none: 'No recipients yet.',
    address: 'Address',
    addressHint: 'For example name@example.com.',
    state: 'State',
    states: {
      unconfirmed: 'Waiting for confirmation',
      confirmed: 'Confirmed',
      unsubscribed: 'Unsubscribed',
      refused: 'Refused by the mail server',
    } satisfies Record<RecipientState, string>,
    since: 'since',
    failed: 'The last mail was not sent,',
    mails: 'Mails',
    createdAt: 'Added',

    add: 'Add a recipient',
    adding: 'Adding…',
    digest: 'Weekly digest',
    digestWhen: 'On Monday, about the week before',
    digestText: 'The score and its history, what is new and what is fixed.',
    nothing: 'Choose at least one event, or the weekly digest.',
    asked: (address: string) => `A mail with a link to confirm is being sent to ${address}.`,

    confirmation: 'Confirmation',
    confirmationTexts: {
      unconfirmed:
        'Nothing else is sent to this address before the person who reads its mails has confirmed. If the mail did not arrive, it can be sent again.',
      unsubscribed:
        'Nothing is sent to this address before the person who reads its mails confirms again. Ask only if that person wants it.',
      refused:
        'The mail server has refused this address again and again, so nothing is sent to it any more. If the address is right, ask for the confirmation again: mails are sent again once it has confirmed.',
    } satisfies Record<Exclude<RecipientState, 'confirmed'>, string>,
    askAgain: 'Send the confirmation again',
    asking: 'Sending…',
    settings: 'What is sent',
    delete: 'Delete this recipient',
    deleteText: (address: string) =>
      `${address} gets no mails about this website any more, and those that are waiting are not sent. If you add the address again, it must confirm again.`,
    isDeleted: 'The recipient is deleted.',
  },
} as const;
