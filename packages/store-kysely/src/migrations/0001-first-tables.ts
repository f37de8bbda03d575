import { type Compilable, type CreateTableBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';

/**
 * Websites, reports, their details and the texts of rulesets, deleted websites, totals by owner, API keys,
 * idempotency keys, password guesses, sessions, jobs and their numbers by owner (lanes), crawls, processes, schedules,
 * accepted findings, webhooks, deliveries and the outbox, recipients, mails and confirmations, and the search index.
 * Never change this migration after its release.
 */
export function firstTables({ db, dialect }: QueryBuilder): readonly Compilable[] {
  const { schema } = db;
  const { idColumn, types } = dialect;
  const table = (name: string): CreateTableBuilder<string> =>
    schema.createTable(`sitegrade_${name}`).modifyEnd(dialect.tableEnd);
  const index = (name: string, on: string, columns: readonly string[]) =>
    schema
      .createIndex(`sitegrade_${name}`)
      .on(`sitegrade_${on}`)
      .columns([...columns]);

  return [
    table('websites')
      .addColumn('id', types.integer, idColumn)
      .addColumn('owner_id', types.text, (column) => column.notNull())
      .addColumn('domain', types.text, (column) => column.notNull())
      .addColumn('domain_search', types.text, (column) => column.notNull())
      .addColumn('privacy', types.text, (column) =>
        column.notNull().check(sql`privacy in ('public', 'private', 'password')`),
      )
      .addColumn('password_hash', types.text)
      .addColumn('share_token', types.text, (column) => column.notNull())
      .addColumn('reports_count', types.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('score_sum', types.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('good_count', types.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('decent_count', types.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('bad_count', types.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('average_tenths', 'integer', (column) => column.notNull().defaultTo(-1))
      .addColumn('latest_count', types.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('latest_sum', types.integer, (column) => column.notNull().defaultTo(0))
      // Not a foreign key, which would lock the crawl with every change of its website.
      .addColumn('crawl_id', types.integer)
      .addColumn('crawl_score', 'integer')
      .addColumn('crawl_pages', 'integer')
      .addColumn('score', 'integer', (column) => column.notNull().defaultTo(-1))
      .addColumn('measured_at', types.integer)
      .addColumn('failing_since', types.integer)
      .addColumn('is_unreachable', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('recheck_at', types.integer)
      .addColumn('recheck_url', types.text)
      .addColumn('certificates_told', types.text, (column) => column.notNull().defaultTo('[]'))
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('updated_at', types.integer, (column) => column.notNull())
      .addUniqueConstraint('sitegrade_websites_domain', ['owner_id', 'domain'])
      // Not a generated column, which SQLite cannot read from an index only; the constraint prevents drift.
      .addCheckConstraint('sitegrade_websites_average', sql`average_tenths = ${averageTenths}`)
      .addCheckConstraint('sitegrade_websites_score', sql`score = ${websiteScore}`),
    ...Object.entries(websiteIndexes).map(([name, columns]) => index(name, 'websites', columns)),
    index('websites_by_share_token', 'websites', ['share_token']).unique(),
    // Partial, so that they stay small: most sites respond.
    index('websites_failing', 'websites', ['owner_id', 'failing_since']).where(
      sql<boolean>`failing_since is not null`,
    ),
    index('websites_rechecks', 'websites', ['recheck_at', 'id']).where(
      sql<boolean>`recheck_at is not null`,
    ),

    table('reports')
      .addColumn('id', types.integer, idColumn)
      .addColumn('owner_id', types.text, (column) => column.notNull())
      // Not a foreign key: the reports of a deleted website are deleted in parts.
      .addColumn('website_id', types.integer, (column) => column.notNull())
      .addColumn('url', types.text, (column) => column.notNull())
      .addColumn('url_search', types.text, (column) => column.notNull())
      .addColumn('final_url', types.text, (column) => column.notNull())
      .addColumn('title', types.text)
      .addColumn('score', 'integer', (column) =>
        column.notNull().check(sql`score between 0 and 100`),
      )
      .addColumn('result', types.text, (column) =>
        column.notNull().check(sql`result in ('good', 'decent', 'bad')`),
      )
      // The scores of categories, `null` where nothing in the category was evaluated.
      .addColumn('seo_score', 'integer')
      .addColumn('accessibility_score', 'integer')
      .addColumn('performance_score', 'integer')
      .addColumn('security_score', 'integer')
      .addColumn('miscellaneous_score', 'integer')
      .addColumn('http_status', 'integer', (column) => column.notNull())
      .addColumn('ruleset_version', types.text, (column) => column.notNull())
      .addColumn('share_token', types.text, (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull()),

    table('report_details')
      .addColumn('report_id', types.integer, (column) =>
        column.primaryKey().references('sitegrade_reports.id'),
      )
      .addColumn('details', types.bytes, (column) => column.notNull())
      .addColumn('outline', types.bytes),

    table('screenshots')
      .addColumn('report_id', types.integer, (column) => column.primaryKey().notNull())
      .addColumn('owner_id', types.text, (column) => column.notNull())
      .addColumn('image', types.bytes, (column) => column.notNull()),

    // Not the target of a foreign key: on Postgres every insert of a report would lock the same row.
    table('ruleset_texts')
      .addColumn('id', types.bytes, (column) => column.primaryKey().notNull())
      .addColumn('texts', types.bytes, (column) => column.notNull()),

    table('deleted_websites')
      .addColumn('website_id', types.integer, (column) => column.primaryKey().notNull())
      .addColumn('owner_id', types.text, (column) => column.notNull()),

    table('owner_totals')
      .addColumn('owner_id', types.text, (column) => column.primaryKey().notNull())
      .addColumn('websites_count', types.integer, (column) => column.notNull())
      .addColumn('reports_count', types.integer, (column) => column.notNull())
      .addColumn('good_count', types.integer, (column) => column.notNull())
      .addColumn('decent_count', types.integer, (column) => column.notNull())
      .addColumn('bad_count', types.integer, (column) => column.notNull()),

    table('api_keys')
      .addColumn('id', types.integer, idColumn)
      .addColumn('owner_id', types.text, (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('prefix', types.text, (column) => column.notNull())
      .addColumn('digest', types.bytes, (column) => column.notNull().unique())
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('expires_at', types.integer)
      .addColumn('last_used_at', types.integer)
      .addColumn('revoked_at', types.integer),

    table('idempotency_keys')
      .addColumn('owner_id', types.text, (column) => column.notNull())
      .addColumn('idempotency_key', types.text, (column) => column.notNull())
      .addColumn('fingerprint', types.text, (column) => column.notNull())
      .addColumn('token', types.text, (column) => column.notNull())
      // Not a foreign key: a key stays when its report is deleted, so that it does not create another.
      .addColumn('made_kind', types.text)
      .addColumn('made_id', types.integer)
      .addColumn('expires_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('sitegrade_idempotency_keys_key', ['owner_id', 'idempotency_key']),

    table('guesses')
      .addColumn('guess_key', types.text, (column) => column.primaryKey().notNull())
      .addColumn('guesses', types.integer, (column) => column.notNull())
      .addColumn('ends_at', types.integer, (column) => column.notNull()),

    table('sessions')
      .addColumn('id', types.integer, idColumn)
      .addColumn('digest', types.bytes, (column) => column.notNull().unique())
      .addColumn('api_key_id', types.integer, (column) =>
        column.notNull().references('sitegrade_api_keys.id'),
      )
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('expires_at', types.integer, (column) => column.notNull()),

    table('jobs')
      .addColumn('id', types.integer, idColumn)
      .addColumn('owner_id', types.text, (column) => column.notNull())
      .addColumn('batch_id', types.integer)
      .addColumn('url', types.text, (column) => column.notNull())
      .addColumn('url_search', types.text, (column) => column.notNull())
      .addColumn('host', types.text, (column) => column.notNull())
      .addColumn('status', types.text, (column) =>
        column
          .notNull()
          .defaultTo('queued')
          .check(sql`status in ('queued', 'running', 'done', 'failed', 'canceled')`),
      )
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('report_id', types.integer)
      .addColumn('error', types.text)
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('started_at', types.integer)
      .addColumn('ended_at', types.integer)
      .addColumn('due_at', types.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('host_place', types.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('lease_token', types.text)
      .addColumn('leased_until', types.integer)
      .addCheckConstraint(
        'sitegrade_jobs_waits',
        sql`host_place >= -1 and (host_place = 0 or status = 'queued')`,
      )
      .addCheckConstraint(
        'sitegrade_jobs_lease',
        sql`(status = 'running') = (lease_token is not null and leased_until is not null)`,
      )
      .addCheckConstraint(
        'sitegrade_jobs_end',
        sql`(status in ('done', 'failed', 'canceled')) = (ended_at is not null)`,
      ),

    table('lanes')
      .addColumn('owner_id', types.text, (column) => column.primaryKey().notNull())
      .addColumn('queued', types.integer, (column) => column.notNull())
      .addColumn('running', types.integer, (column) => column.notNull())
      .addColumn('last_claim', types.integer, (column) => column.notNull())
      .addColumn('next_due_at', types.integer),

    table('crawls')
      .addColumn('id', types.integer, idColumn)
      .addColumn('owner_id', types.text, (column) => column.notNull())
      // Not a foreign key: the crawls of a deleted website are deleted in parts.
      .addColumn('website_id', types.integer)
      .addColumn('domain', types.text)
      .addColumn('url', types.text, (column) => column.notNull())
      .addColumn('url_search', types.text, (column) => column.notNull())
      .addColumn('origin', types.text)
      .addColumn('scope', types.text, (column) => column.notNull())
      .addColumn('max_pages', 'integer', (column) => column.notNull())
      .addColumn('recrawl', types.text, (column) => column.notNull().defaultTo('all'))
      .addColumn('previous_id', types.integer)
      .addColumn('full_reason', types.text)
      .addColumn('generation', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('basis', types.text)
      .addColumn('status', types.text, (column) =>
        column
          .notNull()
          .defaultTo('queued')
          .check(sql`status in ('queued', 'running', 'done', 'failed', 'canceled')`),
      )
      .addColumn('end_reason', types.text)
      .addColumn('error', types.text)
      .addColumn('progress', types.text, (column) => column.notNull())
      .addColumn('frontier', types.text)
      .addColumn('score', 'integer')
      .addColumn('result', types.text)
      .addColumn('ruleset_version', types.text)
      .addColumn('scored_pages', 'integer')
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('started_at', types.integer)
      .addColumn('ended_at', types.integer)
      .addColumn('step', types.text)
      .addColumn('lease_token', types.text)
      .addColumn('leased_until', types.integer)
      .addColumn('interruptions', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('admitted', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('active_ms', types.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('counted_until', types.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('last_page_at', types.integer)
      .addColumn('refusals', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('last_claim', types.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('due_at', types.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('host', types.text, (column) => column.notNull())
      .addColumn('delay_ms', 'integer', (column) => column.notNull().defaultTo(0))
      .addCheckConstraint(
        'sitegrade_crawls_lease',
        sql`(lease_token is null) = (leased_until is null) and (lease_token is null or step is not null)`,
      )
      .addCheckConstraint(
        'sitegrade_crawls_end',
        sql`(status in ('done', 'failed', 'canceled')) = (ended_at is not null)
          and (ended_at is null or step is null)`,
      ),

    schema
      .createTable('sitegrade_crawl_pages')
      .addColumn('crawl_id', types.integer, (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('url', types.text, (column) => column.notNull())
      .addColumn('url_search', types.text)
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('level', 'integer', (column) => column.notNull())
      .addColumn('depth', 'integer')
      .addColumn('inlinks', 'integer')
      .addColumn('in_sitemap', 'integer', (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('skip_reason', types.text)
      .addColumn('error', types.text)
      .addColumn('http_status', 'integer')
      .addColumn('location', types.text)
      .addColumn('title', types.text)
      .addColumn('score', 'integer')
      .addColumn('result', types.text)
      .addColumn('worst', types.text)
      .addColumn('findings', types.text)
      .addColumn('is_unchanged', 'integer')
      .addColumn('put_backs', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('interruptions', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('due_at', types.integer)
      .addColumn('lease_token', types.text)
      .addColumn('lease_host', types.text)
      .addCheckConstraint(
        'sitegrade_crawl_pages_due',
        sql`(state in ('queued', 'running')) = (due_at is not null)
          and (state = 'running') = (lease_token is not null and lease_host is not null)`,
      )
      .addPrimaryKeyConstraint('sitegrade_crawl_pages_key', ['crawl_id', 'number'])
      .modifyEnd(dialect.tableEndByKey),

    table('crawl_page_details')
      .addColumn('crawl_id', types.integer, (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('url_hash', types.integer)
      .addColumn('reading', types.text)
      .addColumn('details', types.bytes, (column) => column.notNull())
      .addColumn('outline', types.bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('sitegrade_crawl_page_details_key', ['crawl_id', 'number']),

    table('crawl_sites')
      .addColumn('crawl_id', types.integer, (column) => column.primaryKey().notNull())
      .addColumn('site', types.bytes, (column) => column.notNull()),

    table('crawl_issues')
      .addColumn('crawl_id', types.integer, (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('issue', types.bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('sitegrade_crawl_issues_key', ['crawl_id', 'position']),

    table('crawl_shapes')
      .addColumn('crawl_id', types.integer, (column) => column.primaryKey().notNull())
      .addColumn('shape', types.bytes, (column) => column.notNull()),

    table('crawl_hosts')
      .addColumn('host', types.text, (column) => column.primaryKey().notNull())
      .addColumn('next_request_at', types.integer, (column) => column.notNull()),

    table('crawl_days')
      .addColumn('owner_id', types.text, (column) => column.primaryKey().notNull())
      .addColumn('day', types.integer, (column) => column.notNull())
      .addColumn('pages', types.integer, (column) => column.notNull()),

    table('deleted_crawls')
      .addColumn('crawl_id', types.integer, (column) => column.primaryKey().notNull())
      .addColumn('owner_id', types.text, (column) => column.notNull()),

    table('processes')
      .addColumn('id', types.text, (column) => column.primaryKey().notNull())
      .addColumn('role', types.text, (column) =>
        column.notNull().check(sql`role in ('server', 'worker')`),
      )
      .addColumn('settings', types.text, (column) => column.notNull())
      .addColumn('started_at', types.integer, (column) => column.notNull())
      .addColumn('seen_at', types.integer, (column) => column.notNull()),

    table('schedules')
      // Not a foreign key: it would lock the website with every run.
      .addColumn('website_id', types.integer, (column) => column.primaryKey().notNull())
      .addColumn('owner_id', types.text, (column) => column.notNull())
      .addColumn('every', types.text, (column) => column.notNull())
      .addColumn('weekday', types.text)
      .addColumn('day_of_month', 'integer')
      .addColumn('time_of_day', types.text, (column) => column.notNull())
      .addColumn('time_zone', types.text, (column) => column.notNull())
      .addColumn('task', types.text, (column) => column.notNull())
      .addColumn('crawl', types.text)
      .addColumn('next_run_at', types.integer, (column) => column.notNull())
      .addColumn('due_at', types.integer, (column) => column.notNull())
      .addColumn('last_run_at', types.integer)
      .addColumn('last_batch_id', types.integer)
      .addColumn('last_crawl_id', types.integer)
      .addColumn('last_missed_at', types.integer)
      .addColumn('last_missed_reason', types.text)
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('updated_at', types.integer, (column) => column.notNull())
      .addCheckConstraint(
        'sitegrade_schedules_time',
        sql`every in ('day', 'week', 'month') and (every = 'week') = (weekday is not null)
          and (every = 'month') = (day_of_month is not null)`,
      )
      .addCheckConstraint(
        'sitegrade_schedules_task',
        sql`task in ('reports', 'crawl') and (task = 'crawl') = (crawl is not null)`,
      ),

    table('webhooks')
      .addColumn('id', types.integer, idColumn)
      .addColumn('owner_id', types.text, (column) => column.notNull())
      .addColumn('url', types.text, (column) => column.notNull())
      .addColumn('format', types.text, (column) => column.notNull())
      .addColumn('events', types.text, (column) => column.notNull())
      .addColumn('website_ids', types.text)
      .addColumn('min_importance', types.text, (column) => column.notNull())
      .addColumn('secret', types.text, (column) => column.notNull())
      .addColumn('previous_secret', types.text)
      .addColumn('previous_secret_until', types.integer)
      .addColumn('older_secret_until', types.integer)
      .addColumn('disabled_reason', types.text)
      .addColumn('disabled_at', types.integer)
      .addColumn('failing_since', types.integer)
      .addColumn('last_delivered_at', types.integer)
      .addColumn('due_at', types.integer)
      .addColumn('paused_until', types.integer)
      .addColumn('attempted_at', types.integer)
      .addColumn('lease_token', types.text)
      .addColumn('leased_until', types.integer)
      .addColumn('leased_delivery_id', types.integer)
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('updated_at', types.integer, (column) => column.notNull())
      .addCheckConstraint(
        'sitegrade_webhooks_disabled',
        sql`disabled_reason in ('owner', 'gone', 'failing')
          and (disabled_reason is null) = (disabled_at is null)
          and (disabled_reason is null or due_at is null)`,
      )
      .addCheckConstraint(
        'sitegrade_webhooks_leased',
        sql`(lease_token is null) = (leased_until is null)
          and (lease_token is null) = (leased_delivery_id is null)`,
      ),

    table('deliveries')
      .addColumn('id', types.integer, idColumn)
      .addColumn('owner_id', types.text, (column) => column.notNull())
      // Not foreign keys: both are deleted before their deliveries.
      .addColumn('webhook_id', types.integer, (column) => column.notNull())
      .addColumn('website_id', types.integer)
      .addColumn('message_id', types.text, (column) => column.notNull())
      .addColumn('type', types.text, (column) => column.notNull())
      .addColumn('body', types.text, (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull().defaultTo('waiting'))
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('due_at', types.integer)
      .addColumn('http_status', 'integer')
      .addColumn('error', types.text)
      .addColumn('duration_ms', types.integer)
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('ended_at', types.integer)
      .addCheckConstraint(
        'sitegrade_deliveries_state',
        sql`state in ('waiting', 'delivered', 'failed', 'canceled')
          and (state = 'waiting') = (due_at is not null) and (due_at is null) = (ended_at is not null)`,
      ),

    table('outbox')
      .addColumn('id', types.integer, idColumn)
      .addColumn('owner_id', types.text, (column) => column.notNull())
      .addColumn('kind', types.text, (column) =>
        column.notNull().check(sql`kind in ('report', 'failed_job', 'crawl')`),
      )
      .addColumn('subject_id', types.integer, (column) => column.notNull())
      .addColumn('job_id', types.integer)
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('due_at', types.integer, (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('lease_token', types.text),

    table('deleted_webhooks')
      .addColumn('webhook_id', types.integer, (column) => column.primaryKey().notNull())
      .addColumn('owner_id', types.text, (column) => column.notNull()),

    table('recipients')
      .addColumn('id', types.integer, idColumn)
      .addColumn('owner_id', types.text, (column) => column.notNull())
      // Not a foreign key: those of a deleted website are deleted in parts.
      .addColumn('website_id', types.integer, (column) => column.notNull())
      .addColumn('address', types.text, (column) => column.notNull())
      .addColumn('events', types.text, (column) => column.notNull())
      .addColumn('min_importance', types.text, (column) => column.notNull())
      .addColumn('digest', 'integer', (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull().defaultTo('unconfirmed'))
      .addColumn('token', types.text, (column) => column.notNull())
      .addColumn('confirmed_at', types.integer)
      .addColumn('unsubscribed_at', types.integer)
      .addColumn('failed_at', types.integer)
      .addColumn('failure', types.text)
      .addColumn('failure_status', types.text)
      .addColumn('refusals', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('refused_since', types.integer)
      .addColumn('refused_at', types.integer)
      .addColumn('digest_due_at', types.integer)
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('updated_at', types.integer, (column) => column.notNull())
      .addCheckConstraint(
        'sitegrade_recipients_state',
        sql`state in ('unconfirmed', 'confirmed', 'unsubscribed', 'refused')
          and (state <> 'confirmed' or confirmed_at is not null)
          and (state = 'unsubscribed') = (unsubscribed_at is not null)
          and (state = 'refused') = (refused_at is not null)
          and (failed_at is null) = (failure is null)
          and (refusals = 0) = (refused_since is null)
          and (state = 'confirmed' and digest = 1) = (digest_due_at is not null)`,
      ),

    table('mails')
      .addColumn('id', types.integer, idColumn)
      .addColumn('owner_id', types.text, (column) => column.notNull())
      // Not a foreign key: mails count also when their recipient is deleted.
      .addColumn('recipient_id', types.integer, (column) => column.notNull())
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('message_id', types.text, (column) => column.notNull())
      .addColumn('body', types.text)
      .addColumn('state', types.text, (column) => column.notNull().defaultTo('waiting'))
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('due_at', types.integer)
      .addColumn('lease_token', types.text)
      .addColumn('error', types.text)
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addCheckConstraint(
        'sitegrade_mails_state',
        sql`state in ('waiting', 'sent', 'failed', 'canceled') and (state = 'waiting') = (due_at is not null)
          and (due_at is not null or (lease_token is null and body is null))`,
      ),

    table('confirmations')
      .addColumn('address_key', types.text, (column) => column.primaryKey().notNull())
      .addColumn('sent_at', types.text, (column) => column.notNull())
      .addColumn('last_at', types.integer, (column) => column.notNull()),

    table('accepted')
      .addColumn('id', types.integer, idColumn)
      .addColumn('owner_id', types.text, (column) => column.notNull())
      // Not a foreign key: those of a deleted website are deleted in parts.
      .addColumn('website_id', types.integer, (column) => column.notNull())
      .addColumn('accepted_key', types.text, (column) => column.notNull())
      .addColumn('check_id', types.text, (column) => column.notNull())
      .addColumn('path', types.text, (column) => column.notNull())
      .addColumn('path_search', types.text, (column) => column.notNull())
      .addColumn('fingerprint', types.text)
      .addColumn('quote', types.text)
      .addColumn('reason', types.text, (column) => column.notNull())
      .addColumn('expires', types.text)
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('updated_at', types.integer, (column) => column.notNull()),

    ...Object.entries(reportIndexes).map(([name, columns]) => index(name, 'reports', columns)),
    index('reports_by_share_token', 'reports', ['share_token']).unique(),
    index('screenshots_by_owner', 'screenshots', ['owner_id', 'report_id']),
    index('deleted_websites_by_owner', 'deleted_websites', ['owner_id', 'website_id']),
    index('api_keys_by_owner', 'api_keys', ['owner_id', 'id']),
    index('idempotency_keys_by_expiry', 'idempotency_keys', ['expires_at']),
    index('guesses_by_end', 'guesses', ['ends_at']),
    index('sessions_by_api_key', 'sessions', ['api_key_id', 'id']),
    ...Object.entries(jobIndexes).map(([name, columns]) => index(name, 'jobs', columns)),
    // Partial, so that they stay small: most jobs have ended.
    index('jobs_due_by_owner', 'jobs', ['owner_id', 'due_at', 'id']).where(
      sql<boolean>`status = 'queued' and host_place <= 0`,
    ),
    index('jobs_waiting', 'jobs', ['host', 'host_place', 'id']).where(
      sql<boolean>`host_place <> 0`,
    ),
    index('jobs_waiting_by_owner', 'jobs', ['owner_id', 'host', 'host_place']).where(
      sql<boolean>`host_place > 0`,
    ),
    index('jobs_running', 'jobs', ['host', 'leased_until']).where(sql<boolean>`status = 'running'`),
    // Queued jobs of all owners, by another condition: otherwise Postgres might use it for one owner, and read
    // the jobs of the others.
    index('jobs_due', 'jobs', ['due_at', 'id']).where(
      sql<boolean>`ended_at is null and lease_token is null`,
    ),
    index('jobs_leased', 'jobs', ['leased_until', 'id']).where(sql<boolean>`status = 'running'`),
    index('jobs_ended', 'jobs', ['ended_at', 'id']).where(sql<boolean>`ended_at is not null`),
    index('lanes_by_turn', 'lanes', ['running', 'last_claim', 'owner_id']).where(
      sql<boolean>`next_due_at = 0`,
    ),
    index('lanes_due', 'lanes', ['next_due_at']).where(sql<boolean>`next_due_at > 0`),
    index('lanes_by_last_claim', 'lanes', ['last_claim']),
    ...Object.entries(crawlIndexes).map(([name, columns]) => index(name, 'crawls', columns)),
    // Partial, so that they stay small: most crawls and pages have ended.
    index('crawls_by_turn', 'crawls', ['last_claim', 'id']).where(
      sql<boolean>`ended_at is null and admitted = 1`,
    ),
    index('crawls_unadmitted', 'crawls', ['id', 'owner_id']).where(
      sql<boolean>`ended_at is null and admitted = 0`,
    ),
    index('crawls_ready', 'crawls', ['last_claim', 'id']).where(
      sql<boolean>`ended_at is null and admitted = 1 and due_at = 0`,
    ),
    index('crawls_ready_by_host', 'crawls', ['host', 'last_claim']).where(
      sql<boolean>`ended_at is null and admitted = 1 and due_at = 0`,
    ),
    index('crawls_due', 'crawls', ['due_at']).where(
      sql<boolean>`ended_at is null and admitted = 1 and due_at > 0`,
    ),
    index('crawls_waiting_for_host', 'crawls', ['host', 'last_claim', 'id']).where(
      sql<boolean>`ended_at is null and admitted = 1 and due_at < 0`,
    ),
    index('crawls_unended_by_owner', 'crawls', ['owner_id', 'id']).where(
      sql<boolean>`ended_at is null`,
    ),
    index('crawls_running', 'crawls', ['started_at', 'id']).where(sql<boolean>`status = 'running'`),
    index('crawls_starting', 'crawls', ['host', 'leased_until']).where(
      sql<boolean>`step = 'start' and admitted = 1`,
    ),
    index('crawls_waiting', 'crawls', ['host', 'last_claim']).where(
      sql<boolean>`step = 'start' and admitted = 1`,
    ),
    index('crawls_at_pages', 'crawls', ['host', 'id']).where(
      sql<boolean>`ended_at is null and step is null`,
    ),
    // With the columns that decide which crawls are outdated.
    index('crawls_ended', 'crawls', ['id', 'created_at', 'owner_id', 'website_id']).where(
      sql<boolean>`ended_at is not null`,
    ),
    // With the columns that decide which crawls count for the score of their website.
    index('crawls_complete', 'crawls', [
      ...['owner_id', 'website_id', 'id', 'scored_pages', 'end_reason'],
    ]).where(sql<boolean>`scored_pages is not null`),
    index('crawl_pages_due', 'crawl_pages', ['crawl_id', 'number', 'due_at']).where(
      sql<boolean>`due_at is not null`,
    ),
    // No URL twice in a crawl, and its URLs by code point.
    index('crawl_pages_by_url', 'crawl_pages', ['crawl_id', 'url']).unique(),
    ...Object.entries(crawlPageIndexes).map(([name, key]) =>
      index(name, 'crawl_pages', ['crawl_id'])
        .expression(key)
        .column('number')
        // As its lists say it.
        .where(sql<boolean>`kind = 'page'`),
    ),
    index('crawl_pages_leased', 'crawl_pages', ['lease_host', 'due_at', 'crawl_id']).where(
      sql<boolean>`lease_token is not null`,
    ),
    index('crawl_page_details_by_url', 'crawl_page_details', [
      ...['crawl_id', 'url_hash', 'number'],
    ]).where(sql<boolean>`url_hash is not null`),
    index('crawl_hosts_by_time', 'crawl_hosts', ['next_request_at']),
    index('schedules_due', 'schedules', ['due_at', 'website_id']),
    index('schedules_by_owner', 'schedules', ['owner_id', 'website_id']),
    index('webhooks_by_owner', 'webhooks', ['owner_id', 'id']),
    // Partial, so that they stay small: most webhooks have nothing to deliver, and most deliveries have ended.
    index('webhooks_due', 'webhooks', ['due_at', 'id', 'owner_id']).where(
      sql<boolean>`due_at is not null`,
    ),
    index('webhooks_leased', 'webhooks', ['lease_token']).where(
      sql<boolean>`lease_token is not null`,
    ),
    index('deliveries_by_webhook', 'deliveries', ['webhook_id', 'id']),
    index('deliveries_waiting', 'deliveries', ['webhook_id', 'due_at', 'id']).where(
      sql<boolean>`due_at is not null`,
    ),
    index('deliveries_by_website', 'deliveries', ['website_id', 'id']).where(
      sql<boolean>`website_id is not null`,
    ),
    index('deliveries_by_created_at', 'deliveries', ['created_at', 'id']),
    index('outbox_due', 'outbox', ['due_at', 'id']),
    index('outbox_by_owner', 'outbox', ['owner_id', 'due_at', 'id']),
    index('deleted_webhooks_by_owner', 'deleted_webhooks', ['owner_id', 'webhook_id']),
    index('recipients_by_website', 'recipients', ['owner_id', 'website_id', 'id']),
    index('recipients_by_id', 'recipients', ['owner_id', 'id']),
    index('recipients_by_address', 'recipients', ['website_id', 'address']).unique(),
    index('recipients_by_token', 'recipients', ['token']).unique(),
    index('recipients_confirmed', 'recipients', ['owner_id', 'id']).where(
      sql<boolean>`state = 'confirmed'`,
    ),
    index('recipients_digest_due', 'recipients', ['digest_due_at', 'id']).where(
      sql<boolean>`digest_due_at is not null`,
    ),
    index('mails_by_owner', 'mails', ['owner_id', 'created_at']),
    index('mails_by_id', 'mails', ['owner_id', 'id']),
    index('mails_by_created_at', 'mails', ['created_at', 'id']),
    // Partial, so that they stay small: most mails have ended.
    index('mails_due', 'mails', ['due_at', 'id', 'owner_id']).where(
      sql<boolean>`due_at is not null`,
    ),
    index('mails_waiting', 'mails', ['recipient_id']).where(sql<boolean>`due_at is not null`),
    index('mails_unsent', 'mails', ['created_at', 'id']).where(sql<boolean>`due_at is not null`),
    index('mails_put_off', 'mails', ['owner_id', 'created_at', 'id']).where(
      sql<boolean>`error = 'unavailable' and due_at is not null`,
    ),
    index('confirmations_by_time', 'confirmations', ['last_at']),
    index('accepted_by_key', 'accepted', ['website_id', 'accepted_key']).unique(),
    index('accepted_by_website_id', 'accepted', ['owner_id', 'website_id', 'id']),
    index('accepted_patterns', 'accepted', ['website_id', 'check_id']).where(
      sql<boolean>`fingerprint is null`,
    ),
    index('deleted_crawls_by_owner', 'deleted_crawls', ['owner_id', 'crawl_id']),
    ...(dialect.latestScore ? [dialect.latestScore.create(db)] : []),
    ...(dialect.rowsByIdAndTime?.create(db) ?? []),
    ...dialect.searchIndex.create(db),
  ];
}

/**
 * The indexes of reports: one for every combination of exact filters and every sort key of a listing,
 * ending in the id, so that a page's ids come from the index alone, in order. A filter that an index
 * does not begin with would read every row that it excludes.
 */
const reportIndexes = {
  reports_by_id: ['owner_id', 'id'],
  reports_by_score: ['owner_id', 'score', 'id'],
  reports_by_url: ['owner_id', 'url', 'id'],
  // With the columns of the other filters and the score: a range of dates reads nothing else.
  reports_by_created_at: ['owner_id', 'created_at', 'id', 'website_id', 'result', 'score'],
  reports_by_result_id: ['owner_id', 'result', 'id'],
  reports_by_result_score: ['owner_id', 'result', 'score', 'id'],
  reports_by_result_url: ['owner_id', 'result', 'url', 'id'],
  // The result is at the end because Postgres without statistics would otherwise use these for a filter on website
  // and result, and read every report of the website. The time is that of the newest report of a website.
  reports_by_website_id: ['owner_id', 'website_id', 'id', 'result', 'created_at'],
  reports_by_website_score: ['owner_id', 'website_id', 'score', 'id', 'result'],
  // Score, time and ruleset: the latest report of a URL, and the history of a website, read nothing else.
  reports_by_website_url: [
    ...['owner_id', 'website_id', 'url', 'id', 'result', 'score', 'created_at', 'ruleset_version'],
  ],
  reports_by_website_result_id: ['owner_id', 'website_id', 'result', 'id'],
  reports_by_website_result_score: ['owner_id', 'website_id', 'result', 'score', 'id'],
  reports_by_website_result_url: ['owner_id', 'website_id', 'result', 'url', 'id'],
};

/** The indexes of jobs, one for every combination of filters. */
const jobIndexes = {
  jobs_by_id: ['owner_id', 'id'],
  jobs_by_status_id: ['owner_id', 'status', 'id'],
  jobs_by_batch_id: ['owner_id', 'batch_id', 'id'],
  jobs_by_batch_status_id: ['owner_id', 'batch_id', 'status', 'id'],
};

/** The indexes of crawls, one for every combination of filters. */
const crawlIndexes = {
  crawls_by_id: ['owner_id', 'id'],
  crawls_by_status_id: ['owner_id', 'status', 'id'],
  crawls_by_website_id: ['owner_id', 'website_id', 'id'],
  crawls_by_website_status_id: ['owner_id', 'website_id', 'status', 'id'],
};

/** The indexes of the pages of a crawl, one for every sort key that may be null. */
const crawlPageIndexes = {
  crawl_pages_by_score: sql`coalesce(score, -1)`,
  crawl_pages_by_depth: sql`coalesce(depth, -1)`,
  crawl_pages_by_inlinks: sql`coalesce(inlinks, -1)`,
  crawl_pages_by_status: sql`coalesce(http_status, -1)`,
};

/** The indexes of websites, one for every sort key. */
const websiteIndexes = {
  websites_by_id: ['owner_id', 'id'],
  websites_by_domain: ['owner_id', 'domain', 'id'],
  websites_by_reports_avg_score: ['owner_id', 'average_tenths', 'id'],
  websites_by_score: ['owner_id', 'score', 'id'],
  websites_by_reports_count: ['owner_id', 'reports_count', 'id'],
};

/** `score_sum / reports_count` in tenths, rounded half up, with integer arithmetic. */
const averageTenths = sql`case when reports_count = 0 then -1
  else (score_sum * 20 + reports_count) / (reports_count * 2) end`;

/** The score of the crawl; without one, `latest_sum / latest_count`, rounded half up, with integer arithmetic. */
const websiteScore = sql`case when crawl_id is not null then crawl_score when latest_count = 0 then -1
  else (latest_sum * 2 + latest_count) / (latest_count * 2) end`;
