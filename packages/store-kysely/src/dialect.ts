import type {
  ColumnDefinitionBuilder,
  Compilable,
  CreateTableBuilder,
  Expression,
  Kysely,
  RawBuilder,
  SqlBool,
} from 'kysely';
import type { Tables } from './schema.ts';

type ColumnType = Parameters<CreateTableBuilder<string>['addColumn']>[1];

/** What builds the queries: kysely without a driver, and where the databases differ. */
export interface QueryBuilder {
  readonly db: Kysely<Tables>;
  readonly dialect: StoreDialect;
}

/** Where the databases differ, all of it. */
export interface StoreDialect {
  /** Makes a column the primary key, whose numbers grow and are never given twice. */
  readonly idColumn: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** Column types. */
  readonly types: {
    /** Whole numbers, ids and times among them, up to 2^53 − 1 at least. */
    readonly integer: ColumnType;
    /** Texts, compared by code point. */
    readonly text: ColumnType;
    readonly bytes: ColumnType;
  };
  /** What follows the columns of a new table. */
  readonly tableEnd: RawBuilder<unknown>;
  /** A table to read by one index, whatever the planner thinks of the others. */
  readonly readByIndex: (table: string, index: string) => RawBuilder<unknown>;
  /** Whether an index is entered at a tuple. Else it is at the first column, and all ties are read. */
  readonly seeksByTuple: boolean;
  /** Whether a text holds another, byte for byte. */
  readonly contains: (text: Expression<unknown>, needle: string) => RawBuilder<unknown>;
  /** The index of the reports' search forms. */
  readonly searchIndex: SearchIndex;
  /** Ends a subquery that the planner must not merge with the query around it. */
  readonly optimizerFence: RawBuilder<unknown>;
  /** A list of ids to test membership in, with one statement text for any number of ids. */
  readonly idList: (ids: readonly number[]) => RawBuilder<number>;
  /** Whether a statement may insert into several tables, each in a part of its `with`. */
  readonly insertsInWith: boolean;
  /** Ends a query whose rows no other transaction may change before this one ends. */
  readonly forUpdate: RawBuilder<unknown>;
}

/** Finds the rows of `sitegrade_reports` whose `url_search` may hold a needle. */
export interface SearchIndex {
  /** Creates it for an empty table. From then on it follows the table by itself. */
  readonly create: (db: Kysely<Tables>) => readonly Compilable[];
  /** Whether it can search for this needle. */
  readonly canSearch: (needle: string) => boolean;
  /** The rows that may hold the needle, in no order, to be selected from. Every one that does is there. */
  readonly rowsFor: (needle: string) => RawBuilder<unknown>;
  /** Asks whether there is an index, and looking needles up in it is faster than reading all rows. */
  readonly isFaster: (
    needle: string,
    listing: SearchedListing,
  ) => RawBuilder<{ readonly is_faster: SqlBool }>;
}

/** What a listing is known to have before it is searched. */
interface SearchedListing {
  /** How many rows at most are faster to look up, one by one, than all of the listing to read. */
  readonly few: number;
  /** How many rows the filters leave. */
  readonly total: number;
  /** The filters. */
  readonly filtered: RawBuilder<unknown>;
  /** Whether a row holds the needle. */
  readonly holds: RawBuilder<unknown>;
}
