import { byTag, knownTag, type Tag, tagCount } from '../../tokens/tags.ts';
import type { TagToken } from '../../tokens/token.ts';
import { type Namespace, namespace } from '../../tree/tree.ts';
import { attribute, has, valueIn } from '../attributes.ts';
import type { Collected, ElementContext } from '../collected.ts';
import type { Frame, OpenParts } from '../frame.ts';
import { roleOf } from '../roles.ts';
import { trackClickables } from './clickables.ts';
import { concealmentIn, trackConcealed } from './concealed.ts';
import { isCustom, trackCustomElements } from './custom-elements.ts';
import { trackGroups } from './groups.ts';
import { hasClassOfWindow, trackLandmarks } from './landmarks.ts';
import { trackLinkTargets } from './link-targets.ts';
import { trackListLinks } from './list-links.ts';
import { trackLists } from './lists.ts';
import { trackParts } from './parts.ts';
import { removeLast } from './structure-tracker.ts';
import { trackTables } from './tables.ts';

/** Collects the facts of lists, tables, landmarks and what links point to. */
export interface Structure extends OpenParts {
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

const div = knownTag('div');

/** Elements that are something in the structure of a page even without a `role`. */
const isStructural = byTag<true>({
  'ul ol menu dl dir li dt dd': true,
  'table caption td th': true,
  'article aside footer form header main nav search section': true,
  'a audio video': true,
  'details dialog fieldset legend button label summary': true,
  'h1 h2 h3 h4 h5 h6': true,
});

/** Elements whose opening or closing matters regardless of what is attached to them. */
const tracked = new Uint8Array(tagCount);
for (const name of 'template tr td th thead tbody tfoot'.split(' ')) tracked[knownTag(name).id] = 1;

/** Whether an element must be reported when it opens and closes even if nothing is attached to it. */
export function isTracked(tag: Tag): boolean {
  return tag.id === 0 ? isCustom(tag) : tracked[tag.id] === 1;
}

/**
 * Creates the tracker.
 *
 * @param wordsSoFar - Number of words of the visible text so far.
 */
export function trackStructure(collected: Collected, wordsSoFar: () => number): Structure {
  const customElements = trackCustomElements(collected, wordsSoFar);
  const targets = trackLinkTargets(collected, wordsSoFar);
  const lists = trackLists(collected, customElements.isInside);
  const tables = trackTables(collected, wordsSoFar);
  const landmarks = trackLandmarks(collected, wordsSoFar);
  const parts = trackParts();
  const groups = trackGroups(collected);
  const clickables = trackClickables(collected, wordsSoFar);
  const concealed = trackConcealed(collected);
  const listLinks = trackListLinks(collected, wordsSoFar);
  /** Open elements whose content decides about a fact. */
  const measured: Frame[] = [];
  return {
    element: (token, parent, context) => {
      const { tag } = token;
      const { indexed } = context;
      if (parent !== null) {
        if (parent.list !== null) lists.child(token, parent, context);
        if (parent.header !== null) parent.header.hasElements = true;
      }
      targets.element(token, context);
      concealed.inside(token);
      const hasRole = has(indexed, attribute.role);
      const isPart =
        isStructural(tag) === true ||
        (tag === div && (parent?.list != null || hasClassOfWindow(token)));
      const isConcealing = concealmentIn(token, context) !== null;
      if (!isPart && !hasRole && !isConcealing && !has(indexed, attribute.onclick)) return null;
      const role = hasRole ? roleOf(valueIn(token, indexed, attribute.role)) : null;
      const frame = emptyFrame();
      // The order in which facts are kept decides which are left out of a page with too many.
      lists.element(token, frame, role, context, parent);
      tables.element(token, frame, role, context, parent);
      landmarks.element(token, frame, role, context, parent);
      parts.element(token, frame, role, context, parent);
      groups.element(token, frame, role, context, parent);
      clickables.element(token, frame, role, context, parent);
      if (isConcealing) concealed.element(token, frame, role, context, parent);
      listLinks.element(token, frame, role, context, parent);
      return isEmpty(frame) ? null : frame;
    },
    foreign: (parent) => {
      if (parent !== null && parent.header !== null) parent.header.hasElements = true;
    },
    opened: (tag, ns, frame) => {
      if (ns === namespace.html) {
        customElements.opened(tag);
        tables.tagOpened(tag);
      }
      if (frame === null || frame.open++ > 0) return;
      lists.opened(frame);
      tables.opened(frame);
      landmarks.opened(frame);
      parts.opened(frame);
      groups.opened(frame);
      clickables.opened(frame);
      concealed.opened(frame);
      listLinks.opened(frame);
      if (isMeasured(frame)) measured.push(frame);
    },
    closed: (tag, ns, frame) => {
      if (ns === namespace.html) {
        customElements.closed(tag);
        tables.tagClosed(tag);
      }
      if (frame === null || --frame.open > 0) return;
      lists.closed(frame);
      tables.closed(frame);
      landmarks.closed(frame);
      parts.closed(frame);
      groups.closed(frame);
      if (isMeasured(frame)) removeLast(measured, frame);
      clickables.closed(frame);
      concealed.closed(frame);
      listLinks.closed(frame);
    },
    link: parts.link,
    player: parts.player,
    group: groups.group,
    forms: groups.forms,
    finish: () => {
      customElements.finish();
      tables.finish();
      landmarks.finish();
      for (const frame of measured.toReversed()) {
        clickables.closed(frame);
        concealed.closed(frame);
        listLinks.closed(frame);
      }
      clickables.finish();
      listLinks.finish();
    },
  };
}

function isMeasured({ clickable, concealed, item, link }: Frame): boolean {
  return clickable !== null || concealed !== null || item !== null || link !== null;
}

function emptyFrame(): Frame {
  return {
    open: 0,
    list: null,
    isGroup: false,
    listIndex: null,
    isList: false,
    table: null,
    header: null,
    landmark: null,
    sections: null,
    isWindow: false,
    player: null,
    link: null,
    group: null,
    legend: null,
    awaitsSummary: false,
    operates: false,
    clickable: null,
    concealed: null,
    item: null,
  };
}

function isEmpty(frame: Frame): boolean {
  const { list, table, header, landmark, player, link, group, legend, clickable, concealed, item } =
    frame;
  const part = list ?? table ?? header ?? landmark ?? player ?? link;
  const declared = part ?? group ?? legend ?? clickable ?? concealed ?? item ?? frame.sections;
  return (
    declared === null && !frame.isList && !frame.isWindow && !frame.operates && !frame.awaitsSummary
  );
}
