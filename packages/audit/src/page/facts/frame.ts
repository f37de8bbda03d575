import type {
  CellFact,
  ClickableFact,
  ConcealedFact,
  LandmarkFact,
  LegendFact,
  ListFact,
  RowFact,
  TableFact,
} from '../page-facts.ts';

/** A fact that is still being completed. */
export type Mutable<Fact> = { -readonly [Key in keyof Fact]: Fact[Key] };

/** What an open element is in the structure of the page. Copies that formatting leaves behind share it. */
export interface Frame {
  /** Number of open copies of the element. */
  open: number;
  /** The list whose items are its children. */
  list: Mutable<ListFact> | null;
  /** Whether it is a `<div>` that groups items of a `<dl>`. */
  isGroup: boolean;
  /** Index of the `<ul>` or `<ol>` in the list of lists, -1 if it is not kept there; `null` for others. */
  listIndex: number | null;
  /** Whether items inside it are in a list. */
  isList: boolean;
  table: OpenTable | null;
  /** The cell that it is, a `<th>`. */
  header: CollectedCell | null;
  landmark: Mutable<LandmarkFact> | null;
  /** Whether a `<header>` or `<footer>` inside it belongs to it, not to the page: a main part of the page, or a section. */
  sections: 'main' | 'section' | null;
  /** Whether it is a dialog, or a `<div>` that scripts open as a window. */
  isWindow: boolean;
  /** Index of the `<video>` or `<audio>` in the list of media. */
  player: number | null;
  /** Index of the `<a>` in the list of links. */
  link: number | null;
  /** Index in the list of groups, -1 if it is not kept there; `null` if it is not a group. */
  group: number | null;
  /** The legend that it is, in a `<fieldset>`. */
  legend: Mutable<LegendFact> | null;
  /** Whether it is a `<details>` without a `<summary>` so far. */
  awaitsSummary: boolean;
  /** Whether visitors can operate it, and so what is inside it. */
  operates: boolean;
  /** The element that it is, if it has an `onclick` and may not be operated with a keyboard. */
  clickable: OpenClickable | null;
  /** What it is, if its `style` conceals its content, and it is not in another such element. */
  concealed: Mutable<ConcealedFact> | null;
  /** The item of a list that it is. */
  item: OpenItem | null;
}

/** An element with an `onclick` while it is open. */
export interface OpenClickable {
  readonly fact: ClickableFact;
  /** Number of links and controls, and of words, before it. */
  readonly controlsBefore: number;
  readonly wordsBefore: number;
}

/** An item of a list while it is open. */
interface OpenItem {
  /** Index of its list. */
  readonly list: number;
  /** Number of links, and of words, before it. */
  readonly linksBefore: number;
  readonly wordsBefore: number;
}

/** A cell that is still being completed. */
export type CollectedCell = Mutable<CellFact>;

/** A row that is still being completed. */
interface CollectedRow extends RowFact {
  readonly cells: CollectedCell[];
}

/** A table that is still being completed. */
export interface CollectedTable extends Mutable<TableFact> {
  readonly rows: CollectedRow[];
}

/** A table while it is open. */
export interface OpenTable {
  readonly fact: CollectedTable;
  readonly isElement: boolean;
  /** Number of words of the visible text before the cell that is open; `null` between cells. */
  wordsBefore: number | null;
  row: CollectedRow | null;
  group: number;
  part: RowFact['part'];
}

/** The open elements that facts of others refer to. */
export interface OpenParts {
  /** Index of the innermost open `<a>` in the list of links. */
  readonly link: () => number | null;
  /** Index of the innermost open `<video>` or `<audio>` in the list of media. */
  readonly player: () => number | null;
  /** Index of the innermost open group in the list of groups, -1 if it is not kept; `null` without one. */
  readonly group: () => number | null;
  /** Number of `<form>` elements so far. */
  readonly forms: () => number;
}
