import { scaleLinear } from 'd3-scale';
import type { VNode } from 'preact';
import { type PageLoad, percentDecoded } from '../../store/report.ts';
import { english as text } from '../english.ts';
import { visible } from '../visible.ts';

type File = PageLoad['requests'][number];

/** A time in the load as a position from left to right, in percent. */
type Position = (ms: number) => string;

/** The chart shows this many requests, on paper fewer, as the stylesheet has it; the table all. */
const maxRows = { screen: 50, sheet: 25 } as const;

/** The narrowest bar that can be seen, in percent. */
const minWidth = 0.5;

const labels = text.speed.waterfall;

/** When the requests of a load were sent and received. */
export function Waterfall({ load }: { readonly load: PageLoad }): VNode | null {
  const { requests, requestCount, domContentLoadedMs, loadedMs } = load;
  if (requests.length === 0) return null;
  const shown = requests.slice(0, maxRows.screen);
  const paints = [
    { name: 'fcp' as const, ms: load.firstContentfulPaintMs },
    { name: 'lcp' as const, ms: load.largestContentfulPaintMs },
  ];
  const end = endOf(shown, paints);
  const scale = scaleLinear([0, end], [0, 100]);
  const position: Position = (ms) => `${round(scale(ms))}%`;
  return (
    <figure class="waterfall">
      <Legend load={load} />
      <div
        class="waterfall-rows"
        role="img"
        aria-label={labels.chart(requestCount, load.firstContentfulPaintMs, loadedMs)}
      >
        <svg class="marks" width="100%" height="100%" aria-hidden="true">
          {scale.ticks(4).map((tick) => (
            <g key={tick}>
              <line class="grid" x1={position(tick)} x2={position(tick)} y1="44" y2="100%" />
              <text x={position(tick)} y="40" text-anchor={anchorOf(tick, end)}>
                {labels.tick(tick)}
              </text>
            </g>
          ))}
          {paints.map(
            ({ name, ms }, index) =>
              ms !== null && (
                <Mark name={name} ms={ms} end={end} index={index} position={position} />
              ),
          )}
        </svg>
        {shown.map((file, index) => (
          <Row key={index} file={file} end={end} position={position} />
        ))}
      </div>
      <figcaption>
        {requestCount > shown.length && (
          <span class="screen">{labels.first(shown.length, requestCount)} </span>
        )}
        {requestCount > maxRows.sheet && (
          <span class="printed-rows">{labels.first(maxRows.sheet, requestCount)} </span>
        )}
        {labels.moments(domContentLoadedMs, loadedMs)}
      </figcaption>
    </figure>
  );
}

/** When the last thing that the chart shows happens. */
function endOf(shown: readonly File[], paints: readonly { readonly ms: number | null }[]): number {
  const moments = [
    ...paints.map(({ ms }) => ms),
    ...shown.flatMap(({ startMs, responseMs, endMs }) => [startMs, responseMs, endMs]),
  ];
  return Math.max(1, ...moments.map((ms) => ms ?? 0));
}

/** Text at the left edge begins there, at the right edge it ends there. */
function anchorOf(ms: number, end: number): 'start' | 'middle' | 'end' {
  if (ms < end * 0.1) return 'start';
  return ms > end * 0.9 ? 'end' : 'middle';
}

/** A line over all rows, with its name beside it. */
function Mark({
  name,
  ms,
  end,
  index,
  position,
}: {
  readonly name: 'fcp' | 'lcp';
  readonly ms: number;
  readonly end: number;
  readonly index: number;
  readonly position: Position;
}): VNode {
  const isRight = ms > end / 2;
  return (
    <g class={name}>
      <line x1={position(ms)} x2={position(ms)} y1={2 + index * 13} y2="100%" />
      <text
        x={position(ms)}
        dx={isRight ? -4 : 4}
        y={11 + index * 13}
        text-anchor={isRight ? 'end' : 'start'}
      >
        {labels.paints[name](ms)}
      </text>
    </g>
  );
}

function Row({
  file,
  end,
  position,
}: {
  readonly file: File;
  readonly end: number;
  readonly position: Position;
}): VNode {
  const { startMs, status, isBlocking, isThirdParty } = file;
  const endMs = file.endMs ?? end;
  const responseMs = Math.min(file.responseMs ?? endMs, endMs);
  const width = (from: number, to: number) =>
    `${Math.max(minWidth, round(((to - from) / end) * 100))}%`;
  return (
    <div class={isThirdParty ? 'row other' : 'row'}>
      <span class="name">
        {isBlocking && <span class="blocking">◆ </span>}
        {status !== null && status >= 400 && <span class="soft">{status} </span>}
        <bdi>{visible(nameOf(file))}</bdi>
      </span>
      <svg width="100%" height="14" aria-hidden="true">
        <rect
          class="wait"
          x={position(startMs)}
          y="4"
          width={width(startMs, responseMs)}
          height="6"
        />
        {file.responseMs !== null && (
          <rect
            class="receive"
            x={position(responseMs)}
            y="2"
            width={width(responseMs, endMs)}
            height="10"
          />
        )}
      </svg>
    </div>
  );
}

/** What a file is called in a list: the last part of its path, after its host if that belongs to others. */
function nameOf({ url, isThirdParty }: File): string {
  if (!URL.canParse(url)) return url;
  const { hostname, pathname, search } = new URL(url);
  const last = pathname.slice(pathname.lastIndexOf('/', pathname.length - 2) + 1);
  const name = `${percentDecoded(last) || '/'}${search}`;
  return isThirdParty ? `${hostname} … ${name}` : name;
}

function Legend({ load: { requests } }: { readonly load: PageLoad }): VNode {
  const key = (name: 'wait' | 'receive', isOther = false) => (
    <svg width="22" height="12" aria-hidden="true" class={isOther ? 'other' : undefined}>
      <rect
        class={name}
        x="1"
        y={name === 'wait' ? 3 : 1}
        width="20"
        height={name === 'wait' ? 6 : 10}
      />
    </svg>
  );
  return (
    <ul class="legend">
      <li>
        {key('wait')} {labels.wait}
      </li>
      <li>
        {key('receive')} {labels.receive}
      </li>
      {requests.some(({ isThirdParty }) => isThirdParty) && (
        <li>
          {key('receive', true)} {text.speed.otherDomain}
        </li>
      )}
      {requests.some(({ isBlocking }) => isBlocking) && (
        <li>
          <span class="blocking">◆</span> {labels.blocking}
        </li>
      )}
    </ul>
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
