import type { Lines, Source } from '../facts/positions.ts';
import type { Marker, Tree } from '../tree/tree.ts';
import type { LightNodes, ShadowRoot, ShadowRoots, Slot, Span } from './find-shadow-roots.ts';

/** A page as visitors and search engines see it: with its shadow roots in their hosts, and what their slots show. */
export interface FlatPage extends Source {
  /** Markup, in which `<template>` tags that the page does not have mark the edges of shadow roots and slots. */
  readonly text: string;
  /** Where these tags and their end tags begin. */
  readonly markers: Tree['markers'];
  /** Whether some of its shadow roots, slots and ids are left out. */
  readonly isCut: boolean;
}

/** Two characters that no page has are around the number of the shadow root that an id is in. */
const prefix = /\ufdd0\d+\ufdd1/g;

/**
 * A text whose ids are as the page has them: in a shadow root, those in facts have a prefix, so that they are not those of
 * another tree.
 */
export function withPlainIds(text: string): string {
  return text.includes('\ufdd0') ? text.replace(prefix, '') : text;
}

/** What is to be put into the flat page: a part of the source that is inside of another part, or a text. */
type Task =
  | { readonly start: number; readonly end: number; readonly outer: number }
  | { readonly tag: string; readonly at: number; readonly marker: Marker };

/** Around what no slot shows: no end tag of the page ends it. */
const excludedTag = '<excluded hidden>';

/** Pieces that are added without a pause. */
const piecesInStep = 64;

/** A part of the source that the flat page has something else for: the content of a host, or a slot. */
interface Part {
  readonly span: Span;
  readonly root: ShadowRoot;
  readonly slot: Slot | null;
  isTaken: boolean;
}

/**
 * Flattens a page in steps: a shadow root takes the place of the content of its host, and children of the host that of the
 * slots. Children without a slot stay in the page, hidden. Each part is in a separate `<template>`, so that the parser
 * reads it as if it were alone.
 * Source: https://dom.spec.whatwg.org/#find-flattened-slottables
 *
 * @param positionOf - Gives the position of any offset of the source.
 * @yields after each few pieces.
 */
export function* flattenPage(
  source: string,
  { roots, idsAt, idsIn, isCut }: ShadowRoots,
  positionOf: Lines['positionOf'],
): Generator<void, FlatPage> {
  const parts = partsOf(roots);
  const starts = parts.map(({ span }) => span.start);
  const hostIndexes = new Map(parts.map(({ root, slot }, index) => [slot ?? root, index]));
  const places = new Map<ShadowRoot, Places>();
  const pieces = createPieces();
  const markers = new Map<number, Marker>();

  function* copy(start: number, end: number): Generator<void> {
    let from = start;
    for (let index = firstFrom(idsAt, start); (idsAt[index] ?? end) < end; index++) {
      const at = idsAt[index] ?? end;
      pieces.add(source.slice(from, at), from, true);
      pieces.add(`\ufdd0${idsIn[index]}\ufdd1`, at, false);
      from = at;
      if (index % piecesInStep === 0) yield;
    }
    pieces.add(source.slice(from, end), from, true);
  }
  // The page decides how deep parts are, so what is to be done is a list, the next one last, and not a recursion.
  const tasks: Task[] = [{ start: 0, end: source.length, outer: -1 }];
  const doSpans = (spans: readonly Span[], outer: number) => {
    for (const { start, end } of spans.toReversed()) tasks.push({ start, end, outer });
  };
  const doMarked = (spans: readonly Span[], outer: number, marker: Marker, inside = '') => {
    const at = spans[0]?.start ?? 0;
    tasks.push({ tag: '</template>', at, marker });
    doSpans(spans, outer);
    tasks.push({ tag: `<template>${inside}`, at, marker });
  };
  const doPart = ({ root, slot }: Part, index: number) => {
    const place = places.get(root) ?? placesOf(root);
    places.set(root, place);
    const shown = slot && place.assigned.get(slot);
    const around = root.isNested ? 'shadow' : 'document';
    // What is assigned is in the content of the host, which may be before the slot.
    if (shown && slot) doMarked(shown, hostIndexes.get(root) ?? -1, around);
    else if (slot) doMarked([slot.fallback], index, 'shadow');
    else {
      if (place.excluded.some(({ start, end }) => /\S/.test(source.slice(start, end))))
        doMarked(place.excluded, index, around, excludedTag);
      doMarked([root.content], index, 'shadow');
    }
  };
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    yield;
    if ('marker' in task) {
      markers.set(pieces.length(), task.marker);
      pieces.add(task.tag, task.at, false);
      continue;
    }
    const { start, end, outer } = task;
    let index = Math.max(firstFrom(starts, start), outer + 1);
    while (parts[index]?.isTaken) index++;
    const part = parts[index];
    if (part === undefined || part.span.start >= end) {
      yield* copy(start, end);
      continue;
    }
    part.isTaken = true;
    yield* copy(start, part.span.start);
    tasks.push({ start: Math.max(Math.min(part.span.end, end), start), end, outer });
    doPart(part, index);
  }
  const { text, sourceOffset } = pieces.joined();
  return {
    text,
    markers,
    isCut,
    positionOf: (offset) => positionOf(sourceOffset(offset)),
    quote: (start, end) => source.slice(sourceOffset(start), sourceOffset(end - 1) + 1),
  };
}

/** In source order, outer ones first. */
function partsOf(roots: readonly ShadowRoot[]): Part[] {
  const parts = roots.flatMap((root) => [
    { span: root.host, root, slot: null, isTaken: false },
    ...root.slots.map((slot) => ({ span: slot, root, slot, isTaken: false })),
  ]);
  return parts.sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
}

/** Where the children of a host are shown. */
interface Places {
  readonly assigned: ReadonlyMap<Slot, readonly Span[]>;
  /** Those without a slot. */
  readonly excluded: readonly Span[];
}

function placesOf({ slots, light, template }: ShadowRoot): Places {
  const byName = new Map<string, Slot>();
  // Of several slots with one name, the first shows what asks for it.
  for (const slot of slots) if (!byName.has(slot.name)) byName.set(slot.name, slot);
  const assigned = new Map<Slot, Span[]>();
  const excluded: Span[] = [];
  for (const nodes of light) {
    const slot = byName.get(nodes.slot);
    const list = slot ? (assigned.get(slot) ?? []) : excluded;
    list.push(...without(nodes, template));
    if (slot && list.length > 0) assigned.set(slot, list);
  }
  return { assigned, excluded };
}

function without({ start, end }: LightNodes, template: Span): readonly Span[] {
  if (template.end <= start || template.start >= end) return [{ start, end }];
  return [
    { start, end: template.start },
    { start: template.end, end },
  ].filter((span) => span.start < span.end);
}

/** Index of the first of ascending numbers that is not smaller. */
function firstFrom(numbers: readonly number[], least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Collects the pieces of a text, and where in the source each is. */
function createPieces() {
  const texts: string[] = [];
  const flat: number[] = [];
  const origins: { readonly at: number; readonly isSource: boolean }[] = [];
  let length = 0;
  return {
    length: () => length,
    add: (text: string, at: number, isSource: boolean): void => {
      if (text === '') return;
      flat.push(length);
      origins.push({ at, isSource });
      texts.push(text);
      length += text.length;
    },
    joined: () => ({
      text: texts.join(''),
      sourceOffset: (offset: number): number => {
        const index = firstFrom(flat, offset + 1) - 1;
        const { at = 0, isSource = false } = origins[index] ?? {};
        return isSource ? at + offset - (flat[index] ?? 0) : at;
      },
    }),
  };
}
