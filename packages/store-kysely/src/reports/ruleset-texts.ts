import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { type CheckInfo, SitegradeError } from '@sitegrade/core';
import type { CompiledQuery } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import { firstOf, type Work } from '../work.ts';
import type { CheckTexts } from './details-columns.ts';
import sampleColumns from './sample-columns.json' with { type: 'json' };

/** What the details of all reports of a ruleset have in common. */
export interface RulesetTexts {
  /** Hash of the content: the same id is the same content, regardless of the version of the ruleset. */
  readonly id: Uint8Array;
  /** The texts and the sample as JSON. */
  readonly content: string;
  /** In the order of the ruleset. */
  readonly checks: readonly CheckTexts[];
  /** What details look like: the dictionary that they are compressed with. */
  readonly sample: Uint8Array;
}

/** Length of an id in bytes. */
export const textsIdLength = 16;

/** Limit for JSON of a row, in bytes: a damaged row must not fill the memory. */
export const maxJsonBytes = 64 * 1024 * 1024;

/** How many rulesets a store keeps in memory. */
const maxKept = 16;

/**
 * The details of an invented page, as a dictionary for those of other pages. Written by
 * scripts/sample-columns/run.ts: run it again instead of changing the file. Reports stay readable, because a
 * database contains the samples of its reports.
 */
const sample = JSON.stringify(sampleColumns);

const knownTexts = new WeakMap<readonly CheckInfo[], RulesetTexts>();

/** The texts of a ruleset, computed once for each list of checks. */
export function rulesetTextsOf(checks: readonly CheckInfo[]): RulesetTexts {
  const texts = knownTexts.get(checks) ?? readContent(contentOf(checks));
  knownTexts.set(checks, texts);
  return texts;
}

function contentOf(checks: readonly CheckInfo[]): string {
  const texts = checks.map(({ family: _, ...checkTexts }): CheckTexts => checkTexts);
  return JSON.stringify({ checks: texts, sample });
}

function readContent(content: string): RulesetTexts {
  const parsed = JSON.parse(content) as {
    readonly checks: readonly CheckTexts[];
    readonly sample: string;
  };
  return { id: idOf(content), content, checks: parsed.checks, sample: Buffer.from(parsed.sample) };
}

function idOf(content: string): Uint8Array {
  return createHash('sha256').update(content).digest().subarray(0, textsIdLength);
}

/** Whether the texts are stored. */
export function* hasTexts(builder: QueryBuilder, id: Uint8Array): Work<boolean> {
  return (yield* firstOf(selectId(builder, { id }))) !== undefined;
}

/** Stores texts, in the transaction of the first report that needs them. */
export function insertTexts(
  { db }: QueryBuilder,
  { id, content }: RulesetTexts,
): CompiledQuery<unknown> {
  return (
    db
      .insertInto('sitegrade_ruleset_texts')
      .values({ id, texts: deflateSync(content) })
      // Another process may have stored the same ones in the meantime.
      .onConflict((conflict) => conflict.column('id').doNothing())
      .compile()
  );
}

/** Reads texts by id. */
export type ReadTexts = (id: Uint8Array) => Work<RulesetTexts>;

/** Reads stored texts, and keeps those that were used last: rows never change. */
export function textsReader(builder: QueryBuilder): ReadTexts {
  const kept = new Map<string, RulesetTexts>();
  return function* readTexts(id) {
    const key = Buffer.from(id).toString('hex');
    const texts = kept.get(key) ?? (yield* findTexts(builder, id));
    kept.delete(key);
    kept.set(key, texts);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return texts;
  };
}

function* findTexts(builder: QueryBuilder, id: Uint8Array): Work<RulesetTexts> {
  const row = yield* firstOf(selectTexts(builder, { id }));
  if (row === undefined) throw unreadable('missing');
  const texts = unpackTexts(row.texts);
  if (Buffer.compare(texts.id, id) !== 0) throw unreadable('damaged');
  return texts;
}

function unpackTexts(bytes: Uint8Array): RulesetTexts {
  try {
    return readContent(inflateSync(bytes, { maxOutputLength: maxJsonBytes }).toString());
  } catch (error) {
    throw unreadable('damaged', error);
  }
}

function unreadable(state: 'missing' | 'damaged', cause?: unknown): SitegradeError {
  const message = `The stored texts of the ruleset of a report are ${state}.`;
  return new SitegradeError('internal', message, { cause });
}

const selectId = fixedQuery(({ db }, { id }: { readonly id: Uint8Array }) =>
  db.selectFrom('sitegrade_ruleset_texts').select('id').where('id', '=', id).compile(),
);

const selectTexts = fixedQuery(({ db }, { id }: { readonly id: Uint8Array }) =>
  db.selectFrom('sitegrade_ruleset_texts').select('texts').where('id', '=', id).compile(),
);
