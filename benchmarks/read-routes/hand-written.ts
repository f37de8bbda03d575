import { createHash, timingSafeEqual } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';

// The read routes as a host would write them by hand: SQL in strings, prepared once, records made of rows.

/** Runs a prepared statement, with `$1`, `$2` for values that are used once each, in this order. */
export type RunPrepared = (sql: string, values: readonly unknown[]) => Rows | PromiseLike<Rows>;

type Row = Readonly<Record<string, unknown>>;
type Rows = readonly Row[];

/** What a handler needs of a request, which both frameworks have. */
export interface HandRequest {
  readonly authorization: string | undefined;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly id: number;
  /** The URL of the routes. */
  readonly root: string;
}

/** A handler by its path. It returns what is sent as JSON. */
type HandRoutes = Readonly<Record<string, (request: HandRequest) => Promise<unknown>>>;

/** Where the whole reports are, for `GET /reports/:id`. */
export const detailsTable = 'hand_written_details';

/** Stores a report as these routes read it. */
export function packRecord(record: Row): Uint8Array {
  const own = new Set([...Object.keys(summaryOf(record, 0)), 'previous', 'changes', 'accepted']);
  const rest = Object.entries(record).filter(([name]) => !own.has(name));
  return deflateSync(JSON.stringify(Object.fromEntries(rest)));
}

const reportColumns = `r.id, r.url, r.final_url, r.website_id, w.domain, r.title, r.score, r.result,
  r.seo_score, r.accessibility_score, r.performance_score, r.security_score, r.miscellaneous_score,
  r.http_status, r.created_at`;
const websites = `select w.id, w.domain, w.privacy, w.password_hash is not null as has_password,
    w.reports_count, w.average_tenths, w.latest_count, w.crawl_id, w.crawl_pages, w.score,
    w.measured_at, w.is_unreachable, w.failing_since, w.created_at, w.updated_at, s.next_run_at,
    r.id as latest_id, r.score as latest_score, r.result as latest_result,
    r.created_at as latest_created_at
  from sitegrade_websites w
  left join sitegrade_reports r on r.id = (select id from sitegrade_reports
    where owner_id = w.owner_id and website_id = w.id order by id desc limit 1)
  left join sitegrade_schedules s on s.website_id = w.id`;
const sortColumns: Readonly<Record<string, string>> = {
  id: 'r.id',
  url: 'r.url',
  score: 'r.score',
};
const words = new Set(['good', 'decent', 'bad']);
const privacies = ['public', 'private', 'password'];
const skipReasons = [
  'robots_txt',
  'excluded',
  'max_pages',
  'too_deep',
  'query_variants',
  'repeating_path',
  'not_html',
  'ended',
];

/** The routes on a database. */
export function handWrittenRoutes(run: RunPrepared): HandRoutes {
  return {
    '/reports': async (request) => {
      const owner = await ownerOf(request);
      const { result, sort_by: sortBy = 'id' } = request.query;
      const { page, perPage, direction } = pageOf(request);
      const column = sortColumns[sortBy];
      if (column === undefined || (result !== undefined && !words.has(result))) throw invalid();
      const [totals] = await run(
        `select ${result ?? 'reports'}_count as total from sitegrade_owner_totals where owner_id = $1`,
        [owner],
      );
      const order =
        column === 'r.id' ? `r.id ${direction}` : `${column} ${direction}, r.id ${direction}`;
      const rows = await run(
        `select ${reportColumns} from sitegrade_reports r
          join sitegrade_websites w on w.id = r.website_id
          where r.owner_id = $1 ${result === undefined ? '' : 'and r.result = $2'}
          order by ${order} limit ${perPage} offset $${result === undefined ? 2 : 3}`,
        [owner, ...(result === undefined ? [] : [result]), (page - 1) * perPage],
      );
      const data = rows.map((row) => summaryOf(row, Number(row.created_at)));
      return listBody(request, 'reports', Number(totals?.total ?? 0), data);
    },
    '/reports/:id': async (request) => {
      const owner = await ownerOf(request);
      const [row] = await run(
        `select ${reportColumns}, d.details from sitegrade_reports r
          join sitegrade_websites w on w.id = r.website_id
          join ${detailsTable} d on d.report_id = r.id where r.id = $1 and r.owner_id = $2`,
        [request.id, owner],
      );
      if (row === undefined) throw new Error('There is no such report.');
      const [previous] = await run(
        `select max(id) as id from sitegrade_reports where owner_id = $1 and url = $2 and id < $3`,
        [owner, row.url, request.id],
      );
      const accepted = await run(
        `select id, check_id from sitegrade_accepted where owner_id = $1 and website_id = $2`,
        [owner, row.website_id],
      );
      const details: Row = JSON.parse(inflateSync(row.details as Uint8Array).toString());
      return {
        data: {
          ...summaryOf(row, Number(row.created_at)),
          ...details,
          accepted,
          previous: previous?.id ?? null,
          changes: null,
        },
        status: 200,
      };
    },
    '/websites': async (request) => {
      const owner = await ownerOf(request);
      const { page, perPage, direction } = pageOf(request);
      const [totals] = await run(
        'select websites_count as total from sitegrade_owner_totals where owner_id = $1',
        [owner],
      );
      const rows = await run(
        `${websites} where w.owner_id = $1 order by w.id ${direction} limit ${perPage} offset $2`,
        [owner, (page - 1) * perPage],
      );
      return listBody(request, 'websites', Number(totals?.total ?? 0), rows.map(websiteOf));
    },
    '/websites/:id': async (request) => {
      const owner = await ownerOf(request);
      const [row] = await run(`${websites} where w.id = $1 and w.owner_id = $2`, [
        request.id,
        owner,
      ]);
      if (row === undefined) throw new Error('There is no such website.');
      return { data: websiteOf(row), status: 200 };
    },
    '/jobs': (request) => countedList(request, 'jobs', jobOf),
    '/crawls': (request) => countedList(request, 'crawls', crawlOf),
  };

  /** A list without counters. */
  async function countedList(
    request: HandRequest,
    table: string,
    record: (row: Row) => ListRecord,
  ) {
    const owner = await ownerOf(request);
    const { page, perPage, direction } = pageOf(request);
    const [totals] = await run(
      `select count(*) as total from sitegrade_${table} where owner_id = $1`,
      [owner],
    );
    const rows = await run(
      `select * from sitegrade_${table} where owner_id = $1
        order by id ${direction} limit ${perPage} offset $2`,
      [owner, (page - 1) * perPage],
    );
    return listBody(request, table, Number(totals?.total ?? 0), rows.map(record));
  }

  async function ownerOf({ authorization = '' }: HandRequest): Promise<string> {
    const key = /^bearer (\S+)$/i.exec(authorization)?.[1] ?? '';
    const digest = createHash('sha256').update(key).digest();
    const [found] = await run(
      'select owner_id, digest, expires_at, revoked_at from sitegrade_api_keys where digest = $1',
      [digest],
    );
    const isValid =
      found !== undefined &&
      timingSafeEqual(found.digest as Uint8Array, digest) &&
      found.revoked_at === null &&
      (found.expires_at === null || Number(found.expires_at) > Date.now());
    if (!isValid) throw new Error('The key is not valid.');
    return String(found.owner_id);
  }
}

function pageOf({ query: { page = '1', per_page: perPage = '50', sort = 'desc' } }: HandRequest) {
  if (!/^[1-9]\d*$/.test(page) || !/^(?:10|25|50|100)$/.test(perPage)) throw invalid();
  if (sort !== 'asc' && sort !== 'desc') throw invalid();
  return { page: Number(page), perPage: Number(perPage), direction: sort };
}

function invalid(): Error {
  return new Error('A parameter is not valid.');
}

interface ListRecord {
  readonly id: number;
}

function listBody(request: HandRequest, name: string, total: number, data: readonly ListRecord[]) {
  const { page, perPage } = pageOf(request);
  const path = `${request.root}/${name}`;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const from = (page - 1) * perPage + 1;
  const { page: _, cursor: _cursor, ...others } = request.query;
  const kept = Object.entries(others).map(
    ([key, value]) => `${key}=${encodeURIComponent(value ?? '')}&`,
  );
  const url = (target: number, row?: ListRecord) => {
    const cursor = row && Buffer.from(JSON.stringify([row.id])).toString('base64url');
    return `${path}?${kept.join('')}page=${target}${cursor === undefined ? '' : `&cursor=${cursor}`}`;
  };
  return {
    data,
    links: {
      first: url(1),
      last: url(lastPage),
      prev: page > 1 ? url(page - 1, data[0]) : null,
      next: page < lastPage ? url(page + 1, data.at(-1)) : null,
    },
    meta: {
      current_page: page,
      from: data.length === 0 ? null : from,
      last_page: lastPage,
      path,
      per_page: perPage,
      to: data.length === 0 ? null : from + data.length - 1,
      total,
      total_relation: 'eq',
    },
    status: 200,
  };
}

function summaryOf(row: Row, createdAt: number) {
  return {
    id: Number(row.id),
    object: 'report',
    url: row.url,
    final_url: row.final_url,
    website_id: Number(row.website_id),
    domain: row.domain,
    title: row.title,
    score: row.score,
    result: row.result,
    category_scores: {
      seo: row.seo_score,
      accessibility: row.accessibility_score,
      performance: row.performance_score,
      security: row.security_score,
      miscellaneous: row.miscellaneous_score,
    },
    http_status: row.http_status,
    created_at: new Date(createdAt).toISOString(),
  };
}

function websiteOf(row: Row) {
  const score = Number(row.score);
  return {
    id: Number(row.id),
    object: 'website',
    domain: row.domain,
    privacy: privacies.indexOf(String(row.privacy)),
    password: Boolean(row.has_password),
    reports_count: Number(row.reports_count),
    reports_avg_score: Number(row.average_tenths) < 0 ? null : Number(row.average_tenths) / 10,
    score: score < 0 ? null : score,
    result: score < 0 ? null : score >= 80 ? 'good' : score >= 50 ? 'decent' : 'bad',
    score_source:
      score < 0
        ? null
        : {
            kind: row.crawl_id === null ? 'reports' : 'crawl',
            crawl_id: row.crawl_id,
            pages: row.crawl_id === null ? Number(row.latest_count) : row.crawl_pages,
            measured_at: new Date(Number(row.measured_at)).toISOString(),
          },
    latest_report:
      row.latest_id === null
        ? null
        : {
            id: Number(row.latest_id),
            score: row.latest_score,
            result: row.latest_result,
            created_at: new Date(Number(row.latest_created_at)).toISOString(),
          },
    next_run_at: isoOrNull(row.next_run_at),
    unreachable_since: row.is_unreachable === 1 ? isoOrNull(row.failing_since) : null,
    created_at: new Date(Number(row.created_at)).toISOString(),
    updated_at: new Date(Number(row.updated_at)).toISOString(),
    share_url: null,
  };
}

function jobOf(row: Row) {
  return {
    id: Number(row.id),
    object: 'job',
    batch_id: row.batch_id === null ? null : Number(row.batch_id),
    url: row.url,
    status: row.status,
    attempts: Number(row.attempts),
    report_id: row.report_id === null ? null : Number(row.report_id),
    error: row.error === null ? null : JSON.parse(String(row.error)),
    created_at: new Date(Number(row.created_at)).toISOString(),
    started_at: isoOrNull(row.started_at),
    ended_at: isoOrNull(row.ended_at),
    next_attempt_at: Number(row.due_at) === 0 ? null : isoOrNull(row.due_at),
  };
}

function crawlOf(row: Row) {
  const { include, exclude, source } = JSON.parse(String(row.scope));
  const { skipped, scoreSum, results, ...progress } = JSON.parse(String(row.progress));
  return {
    id: Number(row.id),
    object: 'crawl',
    website_id: row.website_id === null ? null : Number(row.website_id),
    domain: row.domain,
    url: row.url,
    origin: row.origin,
    status: row.status,
    end: row.ended_at === null ? null : row.end_reason,
    error: row.error === null ? null : JSON.parse(String(row.error)),
    max_pages: row.max_pages,
    include,
    exclude,
    source,
    recrawl: row.recrawl,
    previous_crawl_id: row.previous_id === null ? null : Number(row.previous_id),
    full_reason: row.full_reason,
    progress: {
      ...progress,
      skipped: Object.fromEntries(skipReasons.map((reason) => [reason, skipped[reason] ?? 0])),
    },
    mean_score: progress.done === 0 ? null : Math.round((scoreSum * 10) / progress.done) / 10,
    results,
    score: row.score,
    result: row.result,
    ruleset_version: row.ruleset_version,
    created_at: new Date(Number(row.created_at)).toISOString(),
    started_at: isoOrNull(row.started_at),
    ended_at: isoOrNull(row.ended_at),
  };
}

function isoOrNull(time: unknown): string | null {
  return time === null ? null : new Date(Number(time)).toISOString();
}
