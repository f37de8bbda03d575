import { type HierarchyRectangularNode, hierarchy, treemap } from 'd3-hierarchy';
import type { VNode } from 'preact';
import type { PageLoad } from '../../store/report.ts';
import { english as text } from '../english.ts';
import { typeName } from './type-name.ts';

type Part = PageLoad['weight'][number];

/** A type of files with its parts, or a part. */
interface Area {
  readonly type: string;
  readonly part?: Part;
  readonly children?: readonly Area[];
}

type Box = HierarchyRectangularNode<Area>;

const labels = text.speed.weight;

/** Drawn at this size, and as wide as there is room; on a phone less than half of it. */
const size = { width: 900, height: 300, phone: 340 } as const;

/** The height of the name of a type. */
const heading = 18;

/** The width of a character, at most on average. */
const character = 6.6;

/** What a load weighs, by type and host. */
export function Treemap({ weight }: Pick<PageLoad, 'weight'>): VNode | null {
  if (weight.every(({ bytes }) => bytes === 0)) return null;
  const types = [...new Set(weight.map(({ type }) => type))];
  const root = hierarchy<Area>({
    type: '',
    children: types.map((type) => ({
      type,
      children: weight
        .filter((part) => part.type === type && part.bytes > 0)
        .map((part) => ({ type, part })),
    })),
  })
    .sum(({ part }) => part?.bytes ?? 0)
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const laidOut = treemap<Area>()
    .size([size.width, size.height])
    .paddingTop(({ depth }) => (depth === 1 ? heading : 0))
    .paddingInner(3)
    .round(true)(root);
  const others = weight.filter(({ isThirdParty }) => isThirdParty);
  return (
    <figure class="treemap">
      {others.length > 0 && <Legend />}
      <svg
        width="100%"
        height={size.height}
        role="img"
        aria-label={labels.chart(
          (laidOut.children ?? []).map(({ data, value = 0 }) => [
            typeName(data.type),
            text.bytes(value),
          ]),
          text.bytes(others.reduce((sum, part) => sum + part.bytes, 0)),
        )}
      >
        {laidOut.descendants().map((box, index) => (
          <Cell key={index} box={box} />
        ))}
      </svg>
    </figure>
  );
}

function Cell({ box }: { readonly box: Box }): VNode | null {
  const { part, type } = box.data;
  const { x0, x1, y0, y1, value = 0 } = box;
  if (box.depth === 0 || x1 <= x0 || y1 <= y0) return null;
  if (part === undefined) {
    const hasRoom = y1 - y0 >= heading;
    return hasRoom ? <Label box={box} y={y0 + 13} name={typeName(type)} bytes={value} /> : null;
  }
  const host = part.host ?? labels.otherHosts;
  return (
    <g class={part.isThirdParty ? 'other' : 'own'}>
      <title>{labels.part(typeName(type), host, text.bytes(value))}</title>
      <rect x={percent(x0)} y={y0 + 0.5} width={percent(x1 - x0)} height={y1 - y0} />
      {y1 - y0 > 18 && <Label box={box} y={y0 + 14} name={host} bytes={value} />}
    </g>
  );
}

/** A name with its weight, or the name alone, where there is room for it; on a phone there is less. */
function Label({
  box: { x0, x1 },
  y,
  name,
  bytes,
}: {
  readonly box: Box;
  readonly y: number;
  readonly name: string;
  readonly bytes: number;
}): VNode | null {
  const whole = `${name} · ${text.bytes(bytes)}`;
  const fits = (label: string, room: number) => label.length * character + 8 <= room;
  const room = x1 - x0;
  const phoneRoom = (room * size.phone) / size.width;
  const wide = [whole, name].find((label) => fits(label, room));
  const narrow = [whole, name].find((label) => fits(label, phoneRoom));
  const shown = [
    { label: wide, where: 'on-wide' },
    { label: narrow, where: 'on-narrow' },
  ];
  const both = wide === narrow ? [{ label: wide, where: undefined }] : shown;
  return (
    <>
      {both.map(
        ({ label, where }) =>
          label !== undefined && (
            <text key={label} class={where} x={percent(x0)} dx={4} y={y}>
              {label}
            </text>
          ),
      )}
    </>
  );
}

function percent(x: number): string {
  return `${Math.round((x / size.width) * 10_000) / 100}%`;
}

function Legend(): VNode {
  const key = (name: 'own' | 'other') => (
    <svg width="16" height="12" aria-hidden="true" class={name}>
      <rect x="1" y="1" width="14" height="10" />
    </svg>
  );
  return (
    <ul class="legend">
      <li>
        {key('own')} {labels.ownDomain}
      </li>
      <li>
        {key('other')} {text.speed.otherDomain}
      </li>
    </ul>
  );
}
