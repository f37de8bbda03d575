import type { ComponentChildren, VNode } from 'preact';
import type { PageLoad } from '../../store/report.ts';
import { Treemap } from '../charts/treemap.tsx';
import { typeName } from '../charts/type-name.ts';
import { Waterfall } from '../charts/waterfall.tsx';
import { PageText } from '../elements/page-text.tsx';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';

/** What a page loaded, when, and what it weighs: charts, and the same as tables. */
export function LoadView({ load }: { readonly load: PageLoad }): VNode | null {
  const { requests, weight } = load;
  if (requests.length === 0) return null;
  const sum = (of: 'requests' | 'bytes') => weight.reduce((all, part) => all + part[of], 0);
  return (
    <div class="details-only">
      <h3>{text.speed.waterfall.title}</h3>
      <Waterfall load={load} />
      <Data>
        <FileTable load={load} />
      </Data>
      <h3>{text.speed.weight.title(sum('requests'), text.bytes(sum('bytes')))}</h3>
      <Treemap weight={weight} />
      <Data>
        <WeightTable weight={weight} />
      </Data>
    </div>
  );
}

function Data({ children }: { readonly children: ComponentChildren }): VNode {
  return (
    <details class="screen">
      <summary>{text.speed.data}</summary>
      {children}
    </details>
  );
}

function FileTable({ load: { requests, requestCount } }: { readonly load: PageLoad }): VNode {
  const labels = text.speed.waterfall;
  return (
    <Table
      name="files"
      caption={
        requestCount > requests.length ? labels.first(requests.length, requestCount) : undefined
      }
      rows={requests}
      columns={[
        {
          label: labels.file,
          cell: ({ url, isBlocking, isThirdParty }) => (
            <>
              <PageText>{url}</PageText>
              {isThirdParty && <span class="soft"> · {text.speed.otherDomain}</span>}
              {isBlocking && <span class="soft"> · {labels.blocking}</span>}
            </>
          ),
        },
        { label: text.rendering.type, cell: ({ type }) => typeName(type) },
        { label: labels.status, cell: ({ status }) => status ?? labels.noResponse },
        {
          label: text.rendering.received,
          kind: 'number',
          cell: ({ bytes }) => text.bytes(bytes),
        },
        {
          label: labels.sent,
          kind: 'number',
          cell: ({ startMs }) => text.speed.seconds(startMs),
        },
        {
          label: labels.response,
          kind: 'number',
          cell: ({ responseMs }) => (responseMs === null ? '' : text.speed.seconds(responseMs)),
        },
        {
          label: labels.end,
          kind: 'number',
          cell: ({ endMs }) => (endMs === null ? labels.goesOn : text.speed.seconds(endMs)),
        },
      ]}
    />
  );
}

function WeightTable({ weight }: Pick<PageLoad, 'weight'>): VNode {
  return (
    <Table
      rows={weight}
      columns={[
        { label: text.rendering.type, cell: ({ type }) => typeName(type) },
        {
          label: text.speed.weight.host,
          cell: ({ host, isThirdParty }) => (
            <>
              {host === null ? text.speed.weight.otherHosts : <PageText>{host}</PageText>}
              {isThirdParty && <span class="soft"> · {text.speed.otherDomain}</span>}
            </>
          ),
        },
        { label: text.rendering.requests, kind: 'number', cell: ({ requests }) => requests },
        {
          label: text.rendering.received,
          kind: 'number',
          cell: ({ bytes }) => text.bytes(bytes),
        },
      ]}
    />
  );
}
