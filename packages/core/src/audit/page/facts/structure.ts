import type { LandmarkFact, ListFact, RowFact, StrayItemFact } from '../page-facts.ts';
import { byTag, knownTag, type Tag, tagCount } from '../tokens/tags.ts';
import { attributeOf, type TagToken } from '../tokens/token.ts';
import { type Namespace, namespace } from '../tree/tree.ts';
import { attribute, has, type IndexedAttributes, valueIn } from './attributes.ts';
import type { Collected, ElementContext, TextTarget } from './collected.ts';
import { wordCharacters } from './fact-budget.ts';
import type {
  CollectedCell,
  CollectedTable,
  Frame,
  Mutable,
  OpenParts,
  OpenTable,
} from './frame.ts';
import { accessible } from './role-facts.ts';
import { roleOf } from './roles.ts';

/** Rows and cells of all tables that are kept. */
const cellLimit = 10_000;
/** Ids that links within the page point to, at most. */
const targetLimit = 10_000;

/** Collects the facts of lists, tables and landmarks. */
interface Structure extends OpenParts {
  /**
   * Collects the facts of an element, after those of its tag.
   *
   * @param parent - What the element around it is; `null` for nothing.
   * @returns what the element is; `null` for nothing.
   */
  element(token: TagToken, parent: Frame | null, context: ElementContext): Frame | null;
  /** Counts an element of SVG or MathML as a part of its parent. */
  foreign(parent: Frame | null): void;
  opened(tag: Tag, ns: Namespace, frame: Frame | null): void;
  closed(tag: Tag, ns: Namespace, frame: Frame | null): void;
  /** The page is read: completes what is still open. */
  finish(): void;
}

const tags = {
  a: knownTag('a'),
  dir: knownTag('dir'),
  div: knownTag('div'),
  template: knownTag('template'),
  th: knownTag('th'),
  tr: knownTag('tr'),
};
const lists = new Set(['ul', 'ol', 'menu', 'dl'].map(knownTag));
const cells = new Set(['td', 'th'].map(knownTag));
const players = new Set(['video', 'audio'].map(knownTag));
const parts = new Map<Tag, RowFact['part']>([
  [knownTag('thead'), 'head'],
  [knownTag('tbody'), 'body'],
  [knownTag('tfoot'), 'foot'],
]);
const table = knownTag('table');
const caption = knownTag('caption');

/** Elements whose opening or closing matters whatever is attached to them. */
const tracked = new Uint8Array(tagCount);
for (const tag of [tags.template, tags.tr, ...parts.keys()]) tracked[tag.id] = 1;

/** Whether an element without anything attached must still be reported when it opens and closes. */
export function isTracked(tag: Tag): boolean {
  return tag.id === 0 ? isCustom(tag) : tracked[tag.id] === 1;
}

/** Custom elements have a hyphen in their name, which no element of HTML has. */
function isCustom({ id, name }: Tag): boolean {
  return id === 0 && name.includes('-');
}

/** Roles of elements whose children are items. */
const listRoles = new Set(
  'list listbox menu menubar tree tablist radiogroup group directory feed toolbar'.split(' '),
);
const tableRoles = new Set(['table', 'grid', 'treegrid']);
const cellRoles = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
const landmarkRoles = new Set(
  'banner complementary contentinfo form main navigation region search'.split(' '),
);

/** Roles of landmarks by tag. */
const landmarkKind = byTag<LandmarkFact['kind']>({
  aside: 'complementary',
  footer: 'contentinfo',
  form: 'form',
  header: 'banner',
  main: 'main',
  nav: 'navigation',
  search: 'search',
  section: 'region',
});
const sectioning = new Set(['article', 'aside', 'main', 'nav', 'section'].map(knownTag));
const sectioningRoles = new Set('article complementary main navigation region'.split(' '));

/** Elements that show nothing, and so are no items of a list. */
const silent = new Set(
  'area base basefont bgsound br col embed frame hr input keygen link meta noembed noframes noscript param script source style template title track wbr'
    .split(' ')
    .map(knownTag),
);

/**
 * Creates the tracker.
 *
 * @param wordsSoFar - Number of words of the visible text so far.
 */
export function trackStructure(collected: Collected, wordsSoFar: () => number): Structure {
  const openTables: OpenTable[] = [];
  const openLandmarks: Mutable<LandmarkFact>[] = [];
  const openLinks: number[] = [];
  const openPlayers: number[] = [];
  /** Whether visitors can follow a link to each id. */
  const wanted = new Map<string, boolean>();
  let openLists = 0;
  let openDefinitions = 0;
  let openSections = 0;
  let openCustom = 0;
  let customFrom = 0;
  let openTemplates = 0;
  let keptCells = 0;

  const countCustom = (): void => {
    collected.wordsInCustomElements += wordsSoFar() - customFrom;
    customFrom = wordsSoFar();
  };
  const sourceOf = (token: TagToken, { sourceOf }: ElementContext) =>
    sourceOf(token.start, token.end);

  const keepList = (token: TagToken, context: ElementContext): Mutable<ListFact> => {
    const { line, column, html } = sourceOf(token, context);
    const fact: Mutable<ListFact> = {
      line,
      column,
      html,
      element: token.tag.name as ListFact['element'],
      role: valueIn(token, context.indexed, attribute.role),
      hidden: context.hidden,
      items: 0,
      others: 0,
      other: null,
    };
    context.keep(collected.lists, fact);
    return fact;
  };
  const countChild = (token: TagToken, { list, isGroup }: Frame, context: ElementContext): void => {
    if (list === null) return;
    const { tag } = token;
    const isDefinitions = list.element === 'dl';
    if (isDefinitions ? tag.name === 'dt' || tag.name === 'dd' : tag.name === 'li') {
      list.items++;
      return;
    }
    if (isDefinitions && tag === tags.div && !isGroup) return;
    if (tag.id === 0 || silent.has(tag) || context.hidden !== 'no') return;
    if (has(context.indexed, attribute.role)) return;
    list.others++;
    list.other ??= sourceOf(token, context);
  };
  const keepStray = (token: TagToken, context: ElementContext): void => {
    const element = token.tag.name as StrayItemFact['element'];
    if ((element === 'li' ? openLists : openDefinitions) > 0) return;
    const { line, column, html } = sourceOf(token, context);
    context.keep(collected.strayItems, {
      line,
      column,
      html,
      element,
      role: valueIn(token, context.indexed, attribute.role),
      hidden: context.hidden,
      inCustomElement: openCustom > 0,
    });
  };

  const hasRoom = (open: OpenTable, context: ElementContext): boolean => {
    const isKept = keptCells < cellLimit && context.reserve(collected.tables, cellCharacters);
    if (isKept) keptCells++;
    else open.fact.cut = true;
    return isKept;
  };
  const openTable = (token: TagToken, context: ElementContext): OpenTable => {
    const around = openTables.at(-1);
    if (around !== undefined) around.fact.nests = true;
    const fact: CollectedTable = {
      element: token.tag.name,
      hasCaption: false,
      rows: [],
      cut: false,
      nests: false,
      ...accessible(token, context),
    };
    if (!context.keep(collected.tables, fact)) fact.cut = true;
    return { fact, isElement: token.tag === table, row: null, group: 0, part: 'body' };
  };
  const openRow = (open: OpenTable): void => {
    open.row = null;
    if (open.fact.cut) return;
    open.row = { group: open.group, part: open.part, cells: [] };
    open.fact.rows.push(open.row);
  };
  const keepCell = (token: TagToken, context: ElementContext): CollectedCell | null => {
    const open = openTables.at(-1);
    if (open === undefined || open.row === null || !hasRoom(open, context)) return null;
    const cell = cellOf(token, context);
    open.row.cells.push(cell);
    return cell;
  };
  /** Rows and cells of tables that are made of other elements. */
  const keepPart = (token: TagToken, role: string | null, context: ElementContext): void => {
    const open = openTables.at(-1);
    if (open === undefined || open.isElement || role === null) return;
    if (role === 'row' && hasRoom(open, context)) openRow(open);
    else if (cellRoles.has(role)) keepCell(token, context);
  };

  const keepLandmark = (
    token: TagToken,
    role: string | null,
    context: ElementContext,
  ): Mutable<LandmarkFact> | null => {
    const kind = kindOf(token, role, context.indexed, openSections > 0);
    if (kind === null) return null;
    const own = accessible(token, context);
    const wordsBefore = wordsSoFar();
    const fact = { element: token.tag.name, kind, wordsBefore, words: 0, ...own };
    return context.keep(collected.landmarks, fact) ? fact : null;
  };

  const noteLink = (token: TagToken, { indexed, hidden, reserve }: ElementContext): void => {
    const href = valueIn(token, indexed, attribute.href);
    if (href === null) return;
    const hash = href.indexOf('#');
    if (hash !== 0 && hidden === 'no') collected.wordsBeforeLink ??= wordsSoFar();
    if (hash === -1) return;
    const name = href.slice(hash + 1).trim();
    const tabindex = valueIn(token, indexed, attribute.tabindex);
    const isReachable = hidden === 'no' && !/^\s*-\d*[1-9]/.test(tabindex ?? '');
    for (const id of name.includes('%') ? [name, decoded(name)] : [name]) {
      if (id === '') continue;
      const isKept =
        wanted.has(id) ||
        (wanted.size < targetLimit && reserve(wanted, wordCharacters + id.length));
      if (isKept) wanted.set(id, isReachable || wanted.get(id) === true);
    }
  };
  const keepTarget = (token: TagToken, id: string | null, context: ElementContext): void => {
    const reachable = wanted.get(id ?? '');
    if (id === null || reachable === undefined) return;
    wanted.delete(id);
    const { line, column, html } = sourceOf(token, context);
    const { hidden } = context;
    const wordsBefore = wordsSoFar();
    context.keep(collected.targets, { line, column, html, id, reachable, hidden, wordsBefore });
  };

  return {
    element: (token, parent, context) => {
      const { tag } = token;
      const { indexed } = context;
      if (parent !== null) {
        if (parent.list !== null) countChild(token, parent, context);
        if (parent.header !== null) parent.header.hasElements = true;
      }
      const hasRole = has(indexed, attribute.role);
      if (wanted.size > 0) {
        if (has(indexed, attribute.id))
          keepTarget(token, valueIn(token, indexed, attribute.id), context);
        if (tag === tags.a && has(indexed, attribute.name))
          keepTarget(token, valueIn(token, indexed, attribute.name), context);
      }
      if (tag === tags.a) noteLink(token, context);
      const isStructural = structural[tag.id] === 1 || (tag === tags.div && parent?.list != null);
      if (!isStructural && !hasRole) return null;

      const role = hasRole ? roleOf(valueIn(token, indexed, attribute.role)) : null;
      const frame = emptyFrame();
      if (tag === tags.dir) {
        frame.isList = true;
      } else if (lists.has(tag)) {
        frame.list = keepList(token, context);
        frame.isList = true;
      } else if (tag === tags.div && parent?.list?.element === 'dl' && !parent.isGroup) {
        frame.list = parent.list;
        frame.isGroup = true;
      } else if (items.has(tag)) {
        keepStray(token, context);
      } else if (tag === caption) {
        const open = openTables.at(-1);
        if (open?.isElement) open.fact.hasCaption = true;
      } else if (cells.has(tag)) {
        if (openTables.at(-1)?.isElement) {
          const cell = keepCell(token, context);
          if (tag === tags.th) frame.header = cell;
        }
      } else if (tag === tags.a) {
        frame.link = context.kept;
      } else if (players.has(tag)) {
        frame.player = context.kept;
      }
      if (tag === table || (role !== null && tableRoles.has(role))) {
        frame.table = openTable(token, context);
      } else {
        keepPart(token, role, context);
      }
      if (role !== null && listRoles.has(role)) frame.isList = true;
      frame.landmark = keepLandmark(token, role, context);
      frame.sections = role === null ? sectioning.has(tag) : sectioningRoles.has(role);
      return isEmpty(frame) ? null : frame;
    },
    foreign: (parent) => {
      if (parent !== null && parent.header !== null) parent.header.hasElements = true;
    },
    opened: (tag, ns, frame) => {
      if (ns === namespace.html) {
        if (tag === tags.template) openTemplates++;
        else if (isCustom(tag) && openCustom++ === 0) customFrom = wordsSoFar();
        const open = openTables.at(-1);
        if (openTemplates === 0 && open?.isElement) {
          const part = parts.get(tag);
          if (tag === tags.tr) openRow(open);
          else if (part !== undefined) {
            open.group++;
            open.part = part;
          }
        }
      }
      if (frame === null || frame.open++ > 0) return;
      if (frame.isList) {
        openLists++;
        if (frame.list?.element === 'dl') openDefinitions++;
      }
      if (frame.sections) openSections++;
      if (frame.table !== null) openTables.push(frame.table);
      if (frame.landmark !== null) openLandmarks.push(frame.landmark);
      if (frame.link !== null) openLinks.push(frame.link);
      if (frame.player !== null) openPlayers.push(frame.player);
    },
    closed: (tag, ns, frame) => {
      if (ns === namespace.html) {
        if (tag === tags.template) openTemplates--;
        else if (isCustom(tag) && --openCustom === 0) countCustom();
        const open = openTables.at(-1);
        if (openTemplates === 0 && open?.isElement && parts.has(tag)) {
          open.group++;
          open.part = 'body';
        }
      }
      if (frame === null || --frame.open > 0) return;
      if (frame.isList) {
        openLists--;
        if (frame.list?.element === 'dl') openDefinitions--;
      }
      if (frame.sections) openSections--;
      if (frame.landmark !== null) {
        frame.landmark.words = wordsSoFar() - frame.landmark.wordsBefore;
        remove(openLandmarks, frame.landmark);
      }
      if (frame.table !== null) remove(openTables, frame.table);
      if (frame.link !== null) remove(openLinks, frame.link);
      if (frame.player !== null) remove(openPlayers, frame.player);
    },
    link: () => openLinks.at(-1) ?? null,
    player: () => openPlayers.at(-1) ?? null,
    finish: () => {
      if (openCustom > 0) countCustom();
      for (const landmark of openLandmarks) {
        landmark.words = wordsSoFar() - landmark.wordsBefore;
      }
    },
  };
}

/** Characters that a row or cell costs: about the memory of its object. */
const cellCharacters = 150;

const items = new Set(['li', 'dt', 'dd'].map(knownTag));

/** Elements that are looked at without a `role`. */
const structural = new Uint8Array(tagCount);
for (const tag of [
  ...lists,
  ...items,
  ...cells,
  ...players,
  ...sectioning,
  ...['a', 'caption', 'dir', 'footer', 'form', 'header', 'search', 'table'].map(knownTag),
]) {
  structural[tag.id] = 1;
}

function emptyFrame(): Frame {
  return {
    open: 0,
    list: null,
    isGroup: false,
    isList: false,
    table: null,
    header: null,
    landmark: null,
    sections: false,
    player: null,
    link: null,
  };
}

function isEmpty({ list, isList, table, header, landmark, sections, player, link }: Frame) {
  const declared = list ?? table ?? header ?? landmark ?? player ?? link;
  return declared === null && !isList && !sections;
}

function remove<Item>(list: Item[], item: Item): void {
  const index = list.lastIndexOf(item);
  if (index >= 0) list.splice(index, 1);
}

/** The kind of landmark that an element is; `null` if it is none. */
function kindOf(
  token: TagToken,
  role: string | null,
  indexed: IndexedAttributes,
  inSection: boolean,
): LandmarkFact['kind'] | null {
  const { tag } = token;
  if (role !== null && !landmarkRoles.has(role)) return null;
  const kind = (role as LandmarkFact['kind'] | null) ?? landmarkKind(tag) ?? null;
  if (kind === 'region' || kind === 'form') return isNamed(token, indexed) ? kind : null;
  const belongsToPage = kind === 'banner' || kind === 'contentinfo';
  return belongsToPage && role === null && inSection ? null : kind;
}

/** Whether an attribute names the element. */
function isNamed(token: TagToken, indexed: IndexedAttributes): boolean {
  return [attribute['aria-label'], attribute['aria-labelledby'], attribute.title].some(
    (name) => (valueIn(token, indexed, name) ?? '').trim() !== '',
  );
}

function cellOf(token: TagToken, context: ElementContext): CollectedCell & TextTarget {
  const { indexed, hidden } = context;
  const th = token.tag === tags.th;
  const isPlain = token.attributes === 0;
  const other = (name: string) => (isPlain ? null : attributeOf(token, name));
  const role = valueIn(token, indexed, attribute.role);
  const headers = other('headers');
  const named = !isPlain && (isNamed(token, indexed) || (other('abbr') ?? '').trim() !== '');
  const isQuoted = th || role !== null || headers !== null;
  return {
    th,
    role,
    id: valueIn(token, indexed, attribute.id),
    headers,
    scope: other('scope'),
    colspan: spanOf(other('colspan'), 1, 1_000),
    rowspan: spanOf(other('rowspan'), 0, 65_534),
    hidden,
    named,
    hasElements: false,
    accessibleText: '',
    tag: isQuoted ? context.sourceOf(token.start, token.end) : null,
  };
}

/**
 * The number of columns or rows that a cell spans.
 * Source: https://html.spec.whatwg.org/multipage/tables.html#algorithm-for-processing-rows
 */
function spanOf(value: string | null, min: number, max: number): number {
  const digits = /^[\t\n\f\r ]*\+?(\d+)/.exec(value ?? '')?.[1];
  if (digits === undefined) return 1;
  const span = Number(digits);
  if (span < min) return 1;
  return Math.min(span, max);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}
