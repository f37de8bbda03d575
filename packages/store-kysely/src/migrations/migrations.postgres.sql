-- 0001-first-tables
create table "sitegrade_websites" ("id" bigint generated always as identity primary key, "owner_id" text collate "C" not null, "domain" text collate "C" not null, "domain_search" text collate "C" not null, "privacy" text collate "C" not null check (privacy in ('public', 'private', 'password')), "password_hash" text collate "C", "share_token" text collate "C" not null, "reports_count" bigint default 0 not null, "score_sum" bigint default 0 not null, "good_count" bigint default 0 not null, "decent_count" bigint default 0 not null, "bad_count" bigint default 0 not null, "average_tenths" integer default -1 not null, "latest_count" bigint default 0 not null, "latest_sum" bigint default 0 not null, "crawl_id" bigint, "crawl_score" integer, "crawl_pages" integer, "score" integer default -1 not null, "measured_at" bigint, "failing_since" bigint, "is_unreachable" integer default 0 not null, "recheck_at" bigint, "recheck_url" text collate "C", "certificates_told" text collate "C" default '[]' not null, "created_at" bigint not null, "updated_at" bigint not null, constraint "sitegrade_websites_domain" unique ("owner_id", "domain"), constraint "sitegrade_websites_average" check (average_tenths = case when reports_count = 0 then -1
  else (score_sum * 20 + reports_count) / (reports_count * 2) end), constraint "sitegrade_websites_score" check (score = case when crawl_id is not null then crawl_score when latest_count = 0 then -1
  else (latest_sum * 2 + latest_count) / (latest_count * 2) end));
create index "sitegrade_websites_by_id" on "sitegrade_websites" ("owner_id", "id");
create index "sitegrade_websites_by_domain" on "sitegrade_websites" ("owner_id", "domain", "id");
create index "sitegrade_websites_by_reports_avg_score" on "sitegrade_websites" ("owner_id", "average_tenths", "id");
create index "sitegrade_websites_by_score" on "sitegrade_websites" ("owner_id", "score", "id");
create index "sitegrade_websites_by_reports_count" on "sitegrade_websites" ("owner_id", "reports_count", "id");
create unique index "sitegrade_websites_by_share_token" on "sitegrade_websites" ("share_token");
create index "sitegrade_websites_failing" on "sitegrade_websites" ("owner_id", "failing_since") where failing_since is not null;
create index "sitegrade_websites_rechecks" on "sitegrade_websites" ("recheck_at", "id") where recheck_at is not null;
create table "sitegrade_reports" ("id" bigint generated always as identity primary key, "owner_id" text collate "C" not null, "website_id" bigint not null, "url" text collate "C" not null, "url_search" text collate "C" not null, "final_url" text collate "C" not null, "title" text collate "C", "score" integer not null check (score between 0 and 100), "result" text collate "C" not null check (result in ('good', 'decent', 'bad')), "seo_score" integer, "accessibility_score" integer, "performance_score" integer, "security_score" integer, "miscellaneous_score" integer, "http_status" integer not null, "ruleset_version" text collate "C" not null, "share_token" text collate "C" not null, "created_at" bigint not null);
create table "sitegrade_report_details" ("report_id" bigint primary key references "sitegrade_reports" ("id"), "details" bytea not null, "outline" bytea);
create table "sitegrade_screenshots" ("report_id" bigint not null primary key, "owner_id" text collate "C" not null, "image" bytea not null);
create table "sitegrade_ruleset_texts" ("id" bytea not null primary key, "texts" bytea not null);
create table "sitegrade_deleted_websites" ("website_id" bigint not null primary key, "owner_id" text collate "C" not null);
create table "sitegrade_owner_totals" ("owner_id" text collate "C" not null primary key, "websites_count" bigint not null, "reports_count" bigint not null, "good_count" bigint not null, "decent_count" bigint not null, "bad_count" bigint not null);
create table "sitegrade_api_keys" ("id" bigint generated always as identity primary key, "owner_id" text collate "C" not null, "name" text collate "C" not null, "prefix" text collate "C" not null, "digest" bytea not null unique, "created_at" bigint not null, "expires_at" bigint, "last_used_at" bigint, "revoked_at" bigint);
create table "sitegrade_idempotency_keys" ("owner_id" text collate "C" not null, "idempotency_key" text collate "C" not null, "fingerprint" text collate "C" not null, "token" text collate "C" not null, "made_kind" text collate "C", "made_id" bigint, "expires_at" bigint not null, constraint "sitegrade_idempotency_keys_key" primary key ("owner_id", "idempotency_key"));
create table "sitegrade_guesses" ("guess_key" text collate "C" not null primary key, "guesses" bigint not null, "ends_at" bigint not null);
create table "sitegrade_sessions" ("id" bigint generated always as identity primary key, "digest" bytea not null unique, "api_key_id" bigint not null references "sitegrade_api_keys" ("id"), "created_at" bigint not null, "expires_at" bigint not null);
create table "sitegrade_jobs" ("id" bigint generated always as identity primary key, "owner_id" text collate "C" not null, "batch_id" bigint, "url" text collate "C" not null, "url_search" text collate "C" not null, "host" text collate "C" not null, "status" text collate "C" default 'queued' not null check (status in ('queued', 'running', 'done', 'failed', 'canceled')), "attempts" integer default 0 not null, "report_id" bigint, "error" text collate "C", "created_at" bigint not null, "started_at" bigint, "ended_at" bigint, "due_at" bigint default 0 not null, "host_place" bigint default 0 not null, "lease_token" text collate "C", "leased_until" bigint, constraint "sitegrade_jobs_waits" check (host_place >= -1 and (host_place = 0 or status = 'queued')), constraint "sitegrade_jobs_lease" check ((status = 'running') = (lease_token is not null and leased_until is not null)), constraint "sitegrade_jobs_end" check ((status in ('done', 'failed', 'canceled')) = (ended_at is not null)));
create table "sitegrade_lanes" ("owner_id" text collate "C" not null primary key, "queued" bigint not null, "running" bigint not null, "last_claim" bigint not null, "next_due_at" bigint);
create table "sitegrade_crawls" ("id" bigint generated always as identity primary key, "owner_id" text collate "C" not null, "website_id" bigint, "domain" text collate "C", "url" text collate "C" not null, "url_search" text collate "C" not null, "origin" text collate "C", "scope" text collate "C" not null, "max_pages" integer not null, "recrawl" text collate "C" default 'all' not null, "previous_id" bigint, "full_reason" text collate "C", "generation" integer default 0 not null, "basis" text collate "C", "status" text collate "C" default 'queued' not null check (status in ('queued', 'running', 'done', 'failed', 'canceled')), "end_reason" text collate "C", "error" text collate "C", "progress" text collate "C" not null, "frontier" text collate "C", "score" integer, "result" text collate "C", "ruleset_version" text collate "C", "scored_pages" integer, "created_at" bigint not null, "started_at" bigint, "ended_at" bigint, "step" text collate "C", "lease_token" text collate "C", "leased_until" bigint, "interruptions" integer default 0 not null, "admitted" integer default 0 not null, "active_ms" bigint default 0 not null, "counted_until" bigint default 0 not null, "last_page_at" bigint, "refusals" integer default 0 not null, "last_claim" bigint default 0 not null, "due_at" bigint default 0 not null, "host" text collate "C" not null, "delay_ms" integer default 0 not null, constraint "sitegrade_crawls_lease" check ((lease_token is null) = (leased_until is null) and (lease_token is null or step is not null)), constraint "sitegrade_crawls_end" check ((status in ('done', 'failed', 'canceled')) = (ended_at is not null)
          and (ended_at is null or step is null)));
create table "sitegrade_crawl_pages" ("crawl_id" bigint not null, "number" integer not null, "url" text collate "C" not null, "url_search" text collate "C", "kind" text collate "C" not null, "level" integer not null, "depth" integer, "inlinks" integer, "in_sitemap" integer not null, "state" text collate "C" not null, "skip_reason" text collate "C", "error" text collate "C", "http_status" integer, "location" text collate "C", "title" text collate "C", "score" integer, "result" text collate "C", "worst" text collate "C", "findings" text collate "C", "is_unchanged" integer, "put_backs" integer default 0 not null, "interruptions" integer default 0 not null, "due_at" bigint, "lease_token" text collate "C", "lease_host" text collate "C", constraint "sitegrade_crawl_pages_due" check ((state in ('queued', 'running')) = (due_at is not null)
          and (state = 'running') = (lease_token is not null and lease_host is not null)), constraint "sitegrade_crawl_pages_key" primary key ("crawl_id", "number"));
create table "sitegrade_crawl_page_details" ("crawl_id" bigint not null, "number" integer not null, "url_hash" bigint, "reading" text collate "C", "details" bytea not null, "outline" bytea not null, constraint "sitegrade_crawl_page_details_key" primary key ("crawl_id", "number"));
create table "sitegrade_crawl_sites" ("crawl_id" bigint not null primary key, "site" bytea not null);
create table "sitegrade_crawl_issues" ("crawl_id" bigint not null, "position" integer not null, "issue" bytea not null, constraint "sitegrade_crawl_issues_key" primary key ("crawl_id", "position"));
create table "sitegrade_crawl_shapes" ("crawl_id" bigint not null primary key, "shape" bytea not null);
create table "sitegrade_crawl_hosts" ("host" text collate "C" not null primary key, "next_request_at" bigint not null);
create table "sitegrade_crawl_days" ("owner_id" text collate "C" not null primary key, "day" bigint not null, "pages" bigint not null);
create table "sitegrade_deleted_crawls" ("crawl_id" bigint not null primary key, "owner_id" text collate "C" not null);
create table "sitegrade_processes" ("id" text collate "C" not null primary key, "role" text collate "C" not null check (role in ('server', 'worker')), "settings" text collate "C" not null, "started_at" bigint not null, "seen_at" bigint not null);
create table "sitegrade_schedules" ("website_id" bigint not null primary key, "owner_id" text collate "C" not null, "every" text collate "C" not null, "weekday" text collate "C", "day_of_month" integer, "time_of_day" text collate "C" not null, "time_zone" text collate "C" not null, "task" text collate "C" not null, "crawl" text collate "C", "next_run_at" bigint not null, "due_at" bigint not null, "last_run_at" bigint, "last_batch_id" bigint, "last_crawl_id" bigint, "last_missed_at" bigint, "last_missed_reason" text collate "C", "created_at" bigint not null, "updated_at" bigint not null, constraint "sitegrade_schedules_time" check (every in ('day', 'week', 'month') and (every = 'week') = (weekday is not null)
          and (every = 'month') = (day_of_month is not null)), constraint "sitegrade_schedules_task" check (task in ('reports', 'crawl') and (task = 'crawl') = (crawl is not null)));
create table "sitegrade_webhooks" ("id" bigint generated always as identity primary key, "owner_id" text collate "C" not null, "url" text collate "C" not null, "format" text collate "C" not null, "events" text collate "C" not null, "website_ids" text collate "C", "min_importance" text collate "C" not null, "secret" text collate "C" not null, "previous_secret" text collate "C", "previous_secret_until" bigint, "older_secret_until" bigint, "disabled_reason" text collate "C", "disabled_at" bigint, "failing_since" bigint, "last_delivered_at" bigint, "due_at" bigint, "paused_until" bigint, "attempted_at" bigint, "lease_token" text collate "C", "leased_until" bigint, "leased_delivery_id" bigint, "created_at" bigint not null, "updated_at" bigint not null, constraint "sitegrade_webhooks_disabled" check (disabled_reason in ('owner', 'gone', 'failing')
          and (disabled_reason is null) = (disabled_at is null)
          and (disabled_reason is null or due_at is null)), constraint "sitegrade_webhooks_leased" check ((lease_token is null) = (leased_until is null)
          and (lease_token is null) = (leased_delivery_id is null)));
create table "sitegrade_deliveries" ("id" bigint generated always as identity primary key, "owner_id" text collate "C" not null, "webhook_id" bigint not null, "website_id" bigint, "message_id" text collate "C" not null, "type" text collate "C" not null, "body" text collate "C" not null, "state" text collate "C" default 'waiting' not null, "attempts" integer default 0 not null, "due_at" bigint, "http_status" integer, "error" text collate "C", "duration_ms" bigint, "created_at" bigint not null, "ended_at" bigint, constraint "sitegrade_deliveries_state" check (state in ('waiting', 'delivered', 'failed', 'canceled')
          and (state = 'waiting') = (due_at is not null) and (due_at is null) = (ended_at is not null)));
create table "sitegrade_outbox" ("id" bigint generated always as identity primary key, "owner_id" text collate "C" not null, "kind" text collate "C" not null check (kind in ('report', 'failed_job', 'crawl')), "subject_id" bigint not null, "job_id" bigint, "created_at" bigint not null, "due_at" bigint not null, "attempts" integer default 0 not null, "lease_token" text collate "C");
create table "sitegrade_deleted_webhooks" ("webhook_id" bigint not null primary key, "owner_id" text collate "C" not null);
create table "sitegrade_recipients" ("id" bigint generated always as identity primary key, "owner_id" text collate "C" not null, "website_id" bigint not null, "address" text collate "C" not null, "events" text collate "C" not null, "min_importance" text collate "C" not null, "digest" integer not null, "state" text collate "C" default 'unconfirmed' not null, "token" text collate "C" not null, "confirmed_at" bigint, "unsubscribed_at" bigint, "failed_at" bigint, "failure" text collate "C", "failure_status" text collate "C", "refusals" integer default 0 not null, "refused_since" bigint, "refused_at" bigint, "digest_due_at" bigint, "created_at" bigint not null, "updated_at" bigint not null, constraint "sitegrade_recipients_state" check (state in ('unconfirmed', 'confirmed', 'unsubscribed', 'refused')
          and (state <> 'confirmed' or confirmed_at is not null)
          and (state = 'unsubscribed') = (unsubscribed_at is not null)
          and (state = 'refused') = (refused_at is not null)
          and (failed_at is null) = (failure is null)
          and (refusals = 0) = (refused_since is null)
          and (state = 'confirmed' and digest = 1) = (digest_due_at is not null)));
create table "sitegrade_mails" ("id" bigint generated always as identity primary key, "owner_id" text collate "C" not null, "recipient_id" bigint not null, "kind" text collate "C" not null, "message_id" text collate "C" not null, "body" text collate "C", "state" text collate "C" default 'waiting' not null, "attempts" integer default 0 not null, "due_at" bigint, "lease_token" text collate "C", "error" text collate "C", "created_at" bigint not null, constraint "sitegrade_mails_state" check (state in ('waiting', 'sent', 'failed', 'canceled') and (state = 'waiting') = (due_at is not null)
          and (due_at is not null or (lease_token is null and body is null))));
create table "sitegrade_confirmations" ("address_key" text collate "C" not null primary key, "sent_at" text collate "C" not null, "last_at" bigint not null);
create table "sitegrade_accepted" ("id" bigint generated always as identity primary key, "owner_id" text collate "C" not null, "website_id" bigint not null, "accepted_key" text collate "C" not null, "check_id" text collate "C" not null, "path" text collate "C" not null, "path_search" text collate "C" not null, "fingerprint" text collate "C", "quote" text collate "C", "reason" text collate "C" not null, "expires" text collate "C", "created_at" bigint not null, "updated_at" bigint not null);
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
create function "sitegrade_latest_score"(text, bigint, text) returns integer
  language plpgsql volatile as $sitegrade$
begin
  return (select score from "sitegrade_reports"
    where owner_id = $1 and website_id = $2 and url >= $3 and url <= $3
    order by url desc, id desc limit 1);
end
$sitegrade$;
create index "sitegrade_reports_by_id_and_time" on "sitegrade_reports" using gist (point(id::float8, created_at::float8));
do $sitegrade$
declare
  home name;
begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    begin
      create extension pg_trgm;
    exception when lock_not_available or deadlock_detected then
      raise;
    when others then
      raise warning 'sitegrade searches without an index: pg_trgm cannot be made here (%)', sqlerrm;
    end;
  end if;
  select nspname into home from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm';
  if home is not null and has_schema_privilege(home, 'usage') then
    execute 'create index sitegrade_reports_search on sitegrade_reports using gin (url_search' || format(' %I.gin_trgm_ops) with (fastupdate = off)', home);
  end if;
end
$sitegrade$;
create index sitegrade_reports_search_pairs on sitegrade_reports using gin ((string_to_array(regexp_replace(url_search, '(..)', E'\\1\x01', 'g'), E'\x01')
  || string_to_array(regexp_replace(substr(url_search, 2), '(..)', E'\\1\x01', 'g'), E'\x01'))) with (fastupdate = off);
