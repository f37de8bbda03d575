-- 0001-first-tables
create table "sitegrade_websites" ("id" integer primary key autoincrement, "owner_id" text not null, "domain" text not null, "domain_search" text not null, "privacy" text not null check (privacy in ('public', 'private', 'password')), "password_hash" text, "share_token" text not null, "reports_count" integer default 0 not null, "score_sum" integer default 0 not null, "good_count" integer default 0 not null, "decent_count" integer default 0 not null, "bad_count" integer default 0 not null, "average_tenths" integer default -1 not null, "latest_count" integer default 0 not null, "latest_sum" integer default 0 not null, "crawl_id" integer, "crawl_score" integer, "crawl_pages" integer, "score" integer default -1 not null, "measured_at" integer, "failing_since" integer, "is_unreachable" integer default 0 not null, "recheck_at" integer, "recheck_url" text, "certificates_told" text default '[]' not null, "created_at" integer not null, "updated_at" integer not null, constraint "sitegrade_websites_domain" unique ("owner_id", "domain"), constraint "sitegrade_websites_average" check (average_tenths = case when reports_count = 0 then -1
  else (score_sum * 20 + reports_count) / (reports_count * 2) end), constraint "sitegrade_websites_score" check (score = case when crawl_id is not null then crawl_score when latest_count = 0 then -1
  else (latest_sum * 2 + latest_count) / (latest_count * 2) end)) strict;
create index "sitegrade_websites_by_id" on "sitegrade_websites" ("owner_id", "id");
create index "sitegrade_websites_by_domain" on "sitegrade_websites" ("owner_id", "domain", "id");
create index "sitegrade_websites_by_reports_avg_score" on "sitegrade_websites" ("owner_id", "average_tenths", "id");
create index "sitegrade_websites_by_score" on "sitegrade_websites" ("owner_id", "score", "id");
create index "sitegrade_websites_by_reports_count" on "sitegrade_websites" ("owner_id", "reports_count", "id");
create unique index "sitegrade_websites_by_share_token" on "sitegrade_websites" ("share_token");
create index "sitegrade_websites_failing" on "sitegrade_websites" ("owner_id", "failing_since") where failing_since is not null;
create index "sitegrade_websites_rechecks" on "sitegrade_websites" ("recheck_at", "id") where recheck_at is not null;
create table "sitegrade_reports" ("id" integer primary key autoincrement, "owner_id" text not null, "website_id" integer not null, "url" text not null, "url_search" text not null, "final_url" text not null, "title" text, "score" integer not null check (score between 0 and 100), "result" text not null check (result in ('good', 'decent', 'bad')), "seo_score" integer, "accessibility_score" integer, "performance_score" integer, "security_score" integer, "miscellaneous_score" integer, "http_status" integer not null, "ruleset_version" text not null, "share_token" text not null, "created_at" integer not null) strict;
create table "sitegrade_report_details" ("report_id" integer primary key references "sitegrade_reports" ("id"), "details" blob not null, "outline" blob) strict;
create table "sitegrade_screenshots" ("report_id" integer not null primary key, "owner_id" text not null, "image" blob not null) strict;
create table "sitegrade_ruleset_texts" ("id" blob not null primary key, "texts" blob not null) strict;
create table "sitegrade_deleted_websites" ("website_id" integer not null primary key, "owner_id" text not null) strict;
create table "sitegrade_owner_totals" ("owner_id" text not null primary key, "websites_count" integer not null, "reports_count" integer not null, "good_count" integer not null, "decent_count" integer not null, "bad_count" integer not null) strict;
create table "sitegrade_api_keys" ("id" integer primary key autoincrement, "owner_id" text not null, "name" text not null, "prefix" text not null, "digest" blob not null unique, "created_at" integer not null, "expires_at" integer, "last_used_at" integer, "revoked_at" integer) strict;
create table "sitegrade_idempotency_keys" ("owner_id" text not null, "idempotency_key" text not null, "fingerprint" text not null, "token" text not null, "made_kind" text, "made_id" integer, "expires_at" integer not null, constraint "sitegrade_idempotency_keys_key" primary key ("owner_id", "idempotency_key")) strict;
create table "sitegrade_guesses" ("guess_key" text not null primary key, "guesses" integer not null, "ends_at" integer not null) strict;
create table "sitegrade_sessions" ("id" integer primary key autoincrement, "digest" blob not null unique, "api_key_id" integer not null references "sitegrade_api_keys" ("id"), "created_at" integer not null, "expires_at" integer not null) strict;
create table "sitegrade_jobs" ("id" integer primary key autoincrement, "owner_id" text not null, "batch_id" integer, "url" text not null, "url_search" text not null, "host" text not null, "status" text default 'queued' not null check (status in ('queued', 'running', 'done', 'failed', 'canceled')), "attempts" integer default 0 not null, "report_id" integer, "error" text, "created_at" integer not null, "started_at" integer, "ended_at" integer, "due_at" integer default 0 not null, "host_place" integer default 0 not null, "lease_token" text, "leased_until" integer, constraint "sitegrade_jobs_waits" check (host_place >= -1 and (host_place = 0 or status = 'queued')), constraint "sitegrade_jobs_lease" check ((status = 'running') = (lease_token is not null and leased_until is not null)), constraint "sitegrade_jobs_end" check ((status in ('done', 'failed', 'canceled')) = (ended_at is not null))) strict;
create table "sitegrade_lanes" ("owner_id" text not null primary key, "queued" integer not null, "running" integer not null, "last_claim" integer not null, "next_due_at" integer) strict;
create table "sitegrade_crawls" ("id" integer primary key autoincrement, "owner_id" text not null, "website_id" integer, "domain" text, "url" text not null, "url_search" text not null, "origin" text, "scope" text not null, "max_pages" integer not null, "recrawl" text default 'all' not null, "previous_id" integer, "full_reason" text, "generation" integer default 0 not null, "basis" text, "status" text default 'queued' not null check (status in ('queued', 'running', 'done', 'failed', 'canceled')), "end_reason" text, "error" text, "progress" text not null, "frontier" text, "score" integer, "result" text, "ruleset_version" text, "scored_pages" integer, "created_at" integer not null, "started_at" integer, "ended_at" integer, "step" text, "lease_token" text, "leased_until" integer, "interruptions" integer default 0 not null, "admitted" integer default 0 not null, "active_ms" integer default 0 not null, "counted_until" integer default 0 not null, "last_page_at" integer, "refusals" integer default 0 not null, "last_claim" integer default 0 not null, "due_at" integer default 0 not null, "host" text not null, "delay_ms" integer default 0 not null, constraint "sitegrade_crawls_lease" check ((lease_token is null) = (leased_until is null) and (lease_token is null or step is not null)), constraint "sitegrade_crawls_end" check ((status in ('done', 'failed', 'canceled')) = (ended_at is not null)
          and (ended_at is null or step is null))) strict;
create table "sitegrade_crawl_pages" ("crawl_id" integer not null, "number" integer not null, "url" text not null, "url_search" text, "kind" text not null, "level" integer not null, "depth" integer, "inlinks" integer, "in_sitemap" integer not null, "state" text not null, "skip_reason" text, "error" text, "http_status" integer, "location" text, "title" text, "score" integer, "result" text, "worst" text, "findings" text, "is_unchanged" integer, "put_backs" integer default 0 not null, "interruptions" integer default 0 not null, "due_at" integer, "lease_token" text, "lease_host" text, constraint "sitegrade_crawl_pages_due" check ((state in ('queued', 'running')) = (due_at is not null)
          and (state = 'running') = (lease_token is not null and lease_host is not null)), constraint "sitegrade_crawl_pages_key" primary key ("crawl_id", "number")) strict, without rowid;
create table "sitegrade_crawl_page_details" ("crawl_id" integer not null, "number" integer not null, "url_hash" integer, "reading" text, "details" blob not null, "outline" blob not null, constraint "sitegrade_crawl_page_details_key" primary key ("crawl_id", "number")) strict;
create table "sitegrade_crawl_sites" ("crawl_id" integer not null primary key, "site" blob not null) strict;
create table "sitegrade_crawl_issues" ("crawl_id" integer not null, "position" integer not null, "issue" blob not null, constraint "sitegrade_crawl_issues_key" primary key ("crawl_id", "position")) strict;
create table "sitegrade_crawl_shapes" ("crawl_id" integer not null primary key, "shape" blob not null) strict;
create table "sitegrade_crawl_hosts" ("host" text not null primary key, "next_request_at" integer not null) strict;
create table "sitegrade_crawl_days" ("owner_id" text not null primary key, "day" integer not null, "pages" integer not null) strict;
create table "sitegrade_deleted_crawls" ("crawl_id" integer not null primary key, "owner_id" text not null) strict;
create table "sitegrade_processes" ("id" text not null primary key, "role" text not null check (role in ('server', 'worker')), "settings" text not null, "started_at" integer not null, "seen_at" integer not null) strict;
create table "sitegrade_schedules" ("website_id" integer not null primary key, "owner_id" text not null, "every" text not null, "weekday" text, "day_of_month" integer, "time_of_day" text not null, "time_zone" text not null, "task" text not null, "crawl" text, "next_run_at" integer not null, "due_at" integer not null, "last_run_at" integer, "last_batch_id" integer, "last_crawl_id" integer, "last_missed_at" integer, "last_missed_reason" text, "created_at" integer not null, "updated_at" integer not null, constraint "sitegrade_schedules_time" check (every in ('day', 'week', 'month') and (every = 'week') = (weekday is not null)
          and (every = 'month') = (day_of_month is not null)), constraint "sitegrade_schedules_task" check (task in ('reports', 'crawl') and (task = 'crawl') = (crawl is not null))) strict;
create table "sitegrade_webhooks" ("id" integer primary key autoincrement, "owner_id" text not null, "url" text not null, "format" text not null, "events" text not null, "website_ids" text, "min_importance" text not null, "secret" text not null, "previous_secret" text, "previous_secret_until" integer, "older_secret_until" integer, "disabled_reason" text, "disabled_at" integer, "failing_since" integer, "last_delivered_at" integer, "due_at" integer, "paused_until" integer, "attempted_at" integer, "lease_token" text, "leased_until" integer, "leased_delivery_id" integer, "created_at" integer not null, "updated_at" integer not null, constraint "sitegrade_webhooks_disabled" check (disabled_reason in ('owner', 'gone', 'failing')
          and (disabled_reason is null) = (disabled_at is null)
          and (disabled_reason is null or due_at is null)), constraint "sitegrade_webhooks_leased" check ((lease_token is null) = (leased_until is null)
          and (lease_token is null) = (leased_delivery_id is null))) strict;
create table "sitegrade_deliveries" ("id" integer primary key autoincrement, "owner_id" text not null, "webhook_id" integer not null, "website_id" integer, "message_id" text not null, "type" text not null, "body" text not null, "state" text default 'waiting' not null, "attempts" integer default 0 not null, "due_at" integer, "http_status" integer, "error" text, "duration_ms" integer, "created_at" integer not null, "ended_at" integer, constraint "sitegrade_deliveries_state" check (state in ('waiting', 'delivered', 'failed', 'canceled')
          and (state = 'waiting') = (due_at is not null) and (due_at is null) = (ended_at is not null))) strict;
create table "sitegrade_outbox" ("id" integer primary key autoincrement, "owner_id" text not null, "kind" text not null check (kind in ('report', 'failed_job', 'crawl')), "subject_id" integer not null, "job_id" integer, "created_at" integer not null, "due_at" integer not null, "attempts" integer default 0 not null, "lease_token" text) strict;
create table "sitegrade_deleted_webhooks" ("webhook_id" integer not null primary key, "owner_id" text not null) strict;
create table "sitegrade_recipients" ("id" integer primary key autoincrement, "owner_id" text not null, "website_id" integer not null, "address" text not null, "events" text not null, "min_importance" text not null, "digest" integer not null, "state" text default 'unconfirmed' not null, "token" text not null, "confirmed_at" integer, "unsubscribed_at" integer, "failed_at" integer, "failure" text, "failure_status" text, "refusals" integer default 0 not null, "refused_since" integer, "refused_at" integer, "digest_due_at" integer, "created_at" integer not null, "updated_at" integer not null, constraint "sitegrade_recipients_state" check (state in ('unconfirmed', 'confirmed', 'unsubscribed', 'refused')
          and (state <> 'confirmed' or confirmed_at is not null)
          and (state = 'unsubscribed') = (unsubscribed_at is not null)
          and (state = 'refused') = (refused_at is not null)
          and (failed_at is null) = (failure is null)
          and (refusals = 0) = (refused_since is null)
          and (state = 'confirmed' and digest = 1) = (digest_due_at is not null))) strict;
create table "sitegrade_mails" ("id" integer primary key autoincrement, "owner_id" text not null, "recipient_id" integer not null, "kind" text not null, "message_id" text not null, "body" text, "state" text default 'waiting' not null, "attempts" integer default 0 not null, "due_at" integer, "lease_token" text, "error" text, "created_at" integer not null, constraint "sitegrade_mails_state" check (state in ('waiting', 'sent', 'failed', 'canceled') and (state = 'waiting') = (due_at is not null)
          and (due_at is not null or (lease_token is null and body is null)))) strict;
create table "sitegrade_confirmations" ("address_key" text not null primary key, "sent_at" text not null, "last_at" integer not null) strict;
create table "sitegrade_accepted" ("id" integer primary key autoincrement, "owner_id" text not null, "website_id" integer not null, "accepted_key" text not null, "check_id" text not null, "path" text not null, "path_search" text not null, "fingerprint" text, "quote" text, "reason" text not null, "expires" text, "created_at" integer not null, "updated_at" integer not null) strict;
create index "sitegrade_reports_by_id" on "sitegrade_reports" ("owner_id", "id");
create index "sitegrade_reports_by_score" on "sitegrade_reports" ("owner_id", "score", "id");
create index "sitegrade_reports_by_url" on "sitegrade_reports" ("owner_id", "url", "id");
create index "sitegrade_reports_by_created_at" on "sitegrade_reports" ("owner_id", "created_at", "id", "website_id", "result", "score");
create index "sitegrade_reports_by_result_id" on "sitegrade_reports" ("owner_id", "result", "id");
create index "sitegrade_reports_by_result_score" on "sitegrade_reports" ("owner_id", "result", "score", "id");
create index "sitegrade_reports_by_result_url" on "sitegrade_reports" ("owner_id", "result", "url", "id");
create index "sitegrade_reports_by_website_id" on "sitegrade_reports" ("owner_id", "website_id", "id", "result", "created_at");
create index "sitegrade_reports_by_website_score" on "sitegrade_reports" ("owner_id", "website_id", "score", "id", "result");
create index "sitegrade_reports_by_website_url" on "sitegrade_reports" ("owner_id", "website_id", "url", "id", "result", "score", "created_at", "ruleset_version");
create index "sitegrade_reports_by_website_result_id" on "sitegrade_reports" ("owner_id", "website_id", "result", "id");
create index "sitegrade_reports_by_website_result_score" on "sitegrade_reports" ("owner_id", "website_id", "result", "score", "id");
create index "sitegrade_reports_by_website_result_url" on "sitegrade_reports" ("owner_id", "website_id", "result", "url", "id");
create unique index "sitegrade_reports_by_share_token" on "sitegrade_reports" ("share_token");
create index "sitegrade_screenshots_by_owner" on "sitegrade_screenshots" ("owner_id", "report_id");
create index "sitegrade_deleted_websites_by_owner" on "sitegrade_deleted_websites" ("owner_id", "website_id");
create index "sitegrade_api_keys_by_owner" on "sitegrade_api_keys" ("owner_id", "id");
create index "sitegrade_idempotency_keys_by_expiry" on "sitegrade_idempotency_keys" ("expires_at");
create index "sitegrade_guesses_by_end" on "sitegrade_guesses" ("ends_at");
create index "sitegrade_sessions_by_api_key" on "sitegrade_sessions" ("api_key_id", "id");
create index "sitegrade_jobs_by_id" on "sitegrade_jobs" ("owner_id", "id");
create index "sitegrade_jobs_by_status_id" on "sitegrade_jobs" ("owner_id", "status", "id");
create index "sitegrade_jobs_by_batch_id" on "sitegrade_jobs" ("owner_id", "batch_id", "id");
create index "sitegrade_jobs_by_batch_status_id" on "sitegrade_jobs" ("owner_id", "batch_id", "status", "id");
create index "sitegrade_jobs_due_by_owner" on "sitegrade_jobs" ("owner_id", "due_at", "id") where status = 'queued' and host_place <= 0;
create index "sitegrade_jobs_waiting" on "sitegrade_jobs" ("host", "host_place", "id") where host_place <> 0;
create index "sitegrade_jobs_waiting_by_owner" on "sitegrade_jobs" ("owner_id", "host", "host_place") where host_place > 0;
create index "sitegrade_jobs_running" on "sitegrade_jobs" ("host", "leased_until") where status = 'running';
create index "sitegrade_jobs_due" on "sitegrade_jobs" ("due_at", "id") where ended_at is null and lease_token is null;
create index "sitegrade_jobs_leased" on "sitegrade_jobs" ("leased_until", "id") where status = 'running';
create index "sitegrade_jobs_ended" on "sitegrade_jobs" ("ended_at", "id") where ended_at is not null;
create index "sitegrade_lanes_by_turn" on "sitegrade_lanes" ("running", "last_claim", "owner_id") where next_due_at = 0;
create index "sitegrade_lanes_due" on "sitegrade_lanes" ("next_due_at") where next_due_at > 0;
create index "sitegrade_lanes_by_last_claim" on "sitegrade_lanes" ("last_claim");
create index "sitegrade_crawls_by_id" on "sitegrade_crawls" ("owner_id", "id");
create index "sitegrade_crawls_by_status_id" on "sitegrade_crawls" ("owner_id", "status", "id");
create index "sitegrade_crawls_by_website_id" on "sitegrade_crawls" ("owner_id", "website_id", "id");
create index "sitegrade_crawls_by_website_status_id" on "sitegrade_crawls" ("owner_id", "website_id", "status", "id");
create index "sitegrade_crawls_by_turn" on "sitegrade_crawls" ("last_claim", "id") where ended_at is null and admitted = 1;
create index "sitegrade_crawls_unadmitted" on "sitegrade_crawls" ("id", "owner_id") where ended_at is null and admitted = 0;
create index "sitegrade_crawls_ready" on "sitegrade_crawls" ("last_claim", "id") where ended_at is null and admitted = 1 and due_at = 0;
create index "sitegrade_crawls_ready_by_host" on "sitegrade_crawls" ("host", "last_claim") where ended_at is null and admitted = 1 and due_at = 0;
create index "sitegrade_crawls_due" on "sitegrade_crawls" ("due_at") where ended_at is null and admitted = 1 and due_at > 0;
create index "sitegrade_crawls_waiting_for_host" on "sitegrade_crawls" ("host", "last_claim", "id") where ended_at is null and admitted = 1 and due_at < 0;
create index "sitegrade_crawls_unended_by_owner" on "sitegrade_crawls" ("owner_id", "id") where ended_at is null;
create index "sitegrade_crawls_running" on "sitegrade_crawls" ("started_at", "id") where status = 'running';
create index "sitegrade_crawls_starting" on "sitegrade_crawls" ("host", "leased_until") where step = 'start' and admitted = 1;
create index "sitegrade_crawls_waiting" on "sitegrade_crawls" ("host", "last_claim") where step = 'start' and admitted = 1;
create index "sitegrade_crawls_at_pages" on "sitegrade_crawls" ("host", "id") where ended_at is null and step is null;
create index "sitegrade_crawls_ended" on "sitegrade_crawls" ("id", "created_at", "owner_id", "website_id") where ended_at is not null;
create index "sitegrade_crawls_complete" on "sitegrade_crawls" ("owner_id", "website_id", "id", "scored_pages", "end_reason") where scored_pages is not null;
create index "sitegrade_crawl_pages_due" on "sitegrade_crawl_pages" ("crawl_id", "number", "due_at") where due_at is not null;
create unique index "sitegrade_crawl_pages_by_url" on "sitegrade_crawl_pages" ("crawl_id", "url");
create index "sitegrade_crawl_pages_by_score" on "sitegrade_crawl_pages" ("crawl_id", coalesce(score, -1), "number") where kind = 'page';
create index "sitegrade_crawl_pages_by_depth" on "sitegrade_crawl_pages" ("crawl_id", coalesce(depth, -1), "number") where kind = 'page';
create index "sitegrade_crawl_pages_by_inlinks" on "sitegrade_crawl_pages" ("crawl_id", coalesce(inlinks, -1), "number") where kind = 'page';
create index "sitegrade_crawl_pages_by_status" on "sitegrade_crawl_pages" ("crawl_id", coalesce(http_status, -1), "number") where kind = 'page';
create index "sitegrade_crawl_pages_leased" on "sitegrade_crawl_pages" ("lease_host", "due_at", "crawl_id") where lease_token is not null;
create index "sitegrade_crawl_page_details_by_url" on "sitegrade_crawl_page_details" ("crawl_id", "url_hash", "number") where url_hash is not null;
create index "sitegrade_crawl_hosts_by_time" on "sitegrade_crawl_hosts" ("next_request_at");
create index "sitegrade_schedules_due" on "sitegrade_schedules" ("due_at", "website_id");
create index "sitegrade_schedules_by_owner" on "sitegrade_schedules" ("owner_id", "website_id");
create index "sitegrade_webhooks_by_owner" on "sitegrade_webhooks" ("owner_id", "id");
create index "sitegrade_webhooks_due" on "sitegrade_webhooks" ("due_at", "id", "owner_id") where due_at is not null;
create index "sitegrade_webhooks_leased" on "sitegrade_webhooks" ("lease_token") where lease_token is not null;
create index "sitegrade_deliveries_by_webhook" on "sitegrade_deliveries" ("webhook_id", "id");
create index "sitegrade_deliveries_waiting" on "sitegrade_deliveries" ("webhook_id", "due_at", "id") where due_at is not null;
create index "sitegrade_deliveries_by_website" on "sitegrade_deliveries" ("website_id", "id") where website_id is not null;
create index "sitegrade_deliveries_by_created_at" on "sitegrade_deliveries" ("created_at", "id");
create index "sitegrade_outbox_due" on "sitegrade_outbox" ("due_at", "id");
create index "sitegrade_outbox_by_owner" on "sitegrade_outbox" ("owner_id", "due_at", "id");
create index "sitegrade_deleted_webhooks_by_owner" on "sitegrade_deleted_webhooks" ("owner_id", "webhook_id");
create index "sitegrade_recipients_by_website" on "sitegrade_recipients" ("owner_id", "website_id", "id");
create index "sitegrade_recipients_by_id" on "sitegrade_recipients" ("owner_id", "id");
create unique index "sitegrade_recipients_by_address" on "sitegrade_recipients" ("website_id", "address");
create unique index "sitegrade_recipients_by_token" on "sitegrade_recipients" ("token");
create index "sitegrade_recipients_confirmed" on "sitegrade_recipients" ("owner_id", "id") where state = 'confirmed';
create index "sitegrade_recipients_digest_due" on "sitegrade_recipients" ("digest_due_at", "id") where digest_due_at is not null;
create index "sitegrade_mails_by_owner" on "sitegrade_mails" ("owner_id", "created_at");
create index "sitegrade_mails_by_id" on "sitegrade_mails" ("owner_id", "id");
create index "sitegrade_mails_by_created_at" on "sitegrade_mails" ("created_at", "id");
create index "sitegrade_mails_due" on "sitegrade_mails" ("due_at", "id", "owner_id") where due_at is not null;
create index "sitegrade_mails_waiting" on "sitegrade_mails" ("recipient_id") where due_at is not null;
create index "sitegrade_mails_unsent" on "sitegrade_mails" ("created_at", "id") where due_at is not null;
create index "sitegrade_mails_put_off" on "sitegrade_mails" ("owner_id", "created_at", "id") where error = 'unavailable' and due_at is not null;
create index "sitegrade_confirmations_by_time" on "sitegrade_confirmations" ("last_at");
create unique index "sitegrade_accepted_by_key" on "sitegrade_accepted" ("website_id", "accepted_key");
create index "sitegrade_accepted_by_website_id" on "sitegrade_accepted" ("owner_id", "website_id", "id");
create index "sitegrade_accepted_patterns" on "sitegrade_accepted" ("website_id", "check_id") where fingerprint is null;
create index "sitegrade_deleted_crawls_by_owner" on "sitegrade_deleted_crawls" ("owner_id", "crawl_id");
create virtual table sitegrade_report_search using fts5(form, content='', columnsize=0,
        detail=none, tokenize='trigram case_sensitive 1');
create virtual table sitegrade_report_search_terms
        using fts5vocab(sitegrade_report_search, row);
create trigger sitegrade_report_search_insert after insert on sitegrade_reports begin
        insert into sitegrade_report_search (rowid, form) values (new.id, new.url_search || char(10, 10));
      end;
create trigger sitegrade_report_search_delete after delete on sitegrade_reports begin
        insert into sitegrade_report_search (sitegrade_report_search, rowid, form)
          values ('delete', old.id, old.url_search || char(10, 10));
      end;
create trigger sitegrade_report_search_update
        after update of id, url_search on sitegrade_reports begin
        insert into sitegrade_report_search (sitegrade_report_search, rowid, form)
          values ('delete', old.id, old.url_search || char(10, 10));
        insert into sitegrade_report_search (rowid, form) values (new.id, new.url_search || char(10, 10));
      end;
