import type {
  ColumnDefinitionBuilder,
  Compilable,
  CompiledQuery,
  CreateTableBuilder,
  Expression,
  Kysely,
  RawBuilder,
  SqlBool,
} from 'kysely';
import type { Tables, Time } from './schema.ts';

type ColumnType = Parameters<CreateTableBuilder<string>['addColumn']>[1];

/** Builds the queries: kysely without a driver, and the differences of the databases. */
export interface QueryBuilder {
  readonly db: Kysely<Tables>;
  readonly dialect: StoreDialect;
}

/** All differences of the databases. */
export interface StoreDialect {
  /** Makes a column the primary key, with increasing numbers that are never reused. */
  readonly idColumn: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** Column types. */
  readonly types: {
    /** Integers, including ids and times, up to at least 2^53 − 1. */
    readonly integer: ColumnType;
    /** Strings, compared by code point. */
    readonly text: ColumnType;
    readonly bytes: ColumnType;
  };
  /** A string that is compared like a column. */
  readonly asText: (value: RawBuilder<unknown>) => RawBuilder<string>;
  /** SQL after the columns of a new table. */
  readonly tableEnd: RawBuilder<unknown>;
  /** The same for a table of small rows that are read in the order of their primary key. */
  readonly tableEndByKey: RawBuilder<unknown>;
  /** A table that must be read by one index, regardless of what the planner prefers. */
  readonly readByIndex: (table: string, index: string) => RawBuilder<unknown>;
  /** Whether an index is entered at a tuple. Otherwise it is entered at the first column, and all ties are read. */
  readonly seeksByTuple: boolean;
  /**
   * Whether a statement whose limit is a value is planned again whenever it runs, which takes longer than to run it. The
   * limits of pages are part of the SQL then.
   */
  readonly plansAgainByLimit: boolean;
  /** Whether a string contains another, byte for byte. */
  readonly contains: (text: Expression<unknown>, needle: string) => RawBuilder<unknown>;
  /** The index of the reports' search forms. */
  readonly searchIndex: SearchIndex;
  /** An index of the ids and times of reports together. Absent if the database has no index of two ranges. */
  readonly rowsByIdAndTime?: RowsByIdAndTime;
  /** Ends a subquery that the planner must not merge with the query around it. */
  readonly optimizerFence: RawBuilder<unknown>;
  /** A list of ids to test membership in, with one statement text for any number of ids. */
  readonly idList: (ids: readonly number[]) => RawBuilder<number>;
  /** The same for strings. */
  readonly textList: (texts: readonly string[]) => RawBuilder<string>;
  /** Rows of strings or nulls with these columns, in order, with one statement text for any number of rows. */
  readonly textRows: (
    columns: readonly string[],
    rows: readonly (readonly (string | null)[])[],
  ) => RawBuilder<unknown>;
  /** The current time: of the database if several machines share it, otherwise the given one, in milliseconds. */
  readonly now: (given: number) => RawBuilder<Time>;
  /**
   * Present if a statement may insert into several tables, each in a part of its `with`, so that a report is inserted
   * by one.
   */
  readonly latestScore?: LatestScore;
  /**
   * A condition that is always true, and limits how long the rest of the statement waits for each locked row. For a
   * statement without a transaction, which would have its own limits.
   */
  readonly limitWaiting: RawBuilder<SqlBool>;
  /** The greater of two numbers, of which the second is not null. */
  readonly greatest: (first: RawBuilder<number>, second: RawBuilder<number>) => RawBuilder<number>;
  /** The most rows of a table that a deletion in parts deletes in one transaction. */
  readonly deletedAtOnce: number;
  /** The same for the pages of crawls and for accepted findings, which are not in a search index. */
  readonly crawlPagesDeletedAtOnce: number;
  /** The same for deliveries, which are in none either, and have a body. */
  readonly deliveriesDeletedAtOnce: number;
  /** Whether transactions run at the same time, so that they lock the rows that they change. */
  readonly locksRows: boolean;
  /** Whether an index of many rows is built after the transaction, because others could not write until its end. */
  readonly buildsIndexesLater: boolean;
  /** Ends a query that locks its rows until the transaction ends. */
  readonly forUpdate: RawBuilder<unknown>;
  /** The same, and skips rows that another transaction has locked, instead of waiting for it. */
  readonly forUpdateSkipLocked: RawBuilder<unknown>;
}

/** A function of the database: the score of the latest report of a URL, also if it was committed a moment ago. */
export interface LatestScore {
  /** Creates it. */
  readonly create: (db: Kysely<Tables>) => Compilable;
  /** Calls it. `null` if the URL has no report. */
  readonly of: (
    page: Readonly<Record<'ownerId' | 'websiteId' | 'url', unknown>>,
  ) => RawBuilder<number | null>;
}

/** Finds the rows of `sitegrade_reports` within a range of ids and a range of times of creation. */
export interface RowsByIdAndTime {
  /** The index of the times alone, whose order is compared with that of the ids. */
  readonly timeIndex: string;
  readonly create: (db: Kysely<Tables>) => readonly Compilable[];
  /** Selects them. Both ends of each range are part of it, and an end that is not given is open. */
  readonly select: (ranges: {
    readonly fromId?: number;
    readonly toId?: number;
    readonly fromTime?: number;
    readonly toTime?: number;
  }) => RawBuilder<unknown>;
}

/** Finds the rows of `sitegrade_reports` whose `url_search` may contain a needle. */
export interface SearchIndex {
  /** Creates it for an empty table. From then on the database updates it. */
  readonly create: (db: Kysely<Tables>) => readonly Compilable[];
  /**
   * Does a part of the work that deleted rows leave in the index, so that the database does not do all of it in
   * a later statement. Absent if it never does.
   */
  readonly tidyUp?: (db: Kysely<Tables>) => CompiledQuery;
  /** Whether it can search for this needle. */
  readonly canSearch: (needle: string) => boolean;
  /** A table expression of the rows that may contain the needle, unordered: a superset of the matches. */
  readonly rowsFor: (needle: string) => RawBuilder<unknown>;
  /**
   * Selects whether there is an index, and using it is faster than reading rows of the listing until enough match; and
   * whether it is for all matches, if that differs.
   */
  readonly isFaster: (
    needle: string,
    listing: SearchedListing,
  ) => RawBuilder<{ readonly is_faster: SqlBool; readonly is_faster_for_all?: SqlBool }>;
}

/** What is known about a listing before it is searched. */
interface SearchedListing {
  /** Up to this many rows, looking up each is faster than reading the whole listing. */
  readonly few: number;
  /** Number of rows that match the filters. */
  readonly total: number;
  /** The filters. */
  readonly filtered: RawBuilder<unknown>;
  /** Whether a row contains the needle. */
  readonly holds: RawBuilder<unknown>;
}
