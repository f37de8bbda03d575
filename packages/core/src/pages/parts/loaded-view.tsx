import type { VNode } from 'preact';
import type { RenderingSummary } from '../../store/report.ts';
import { typeName } from '../charts/type-name.ts';
import { PageText } from '../elements/page-text.tsx';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';

type Rendered = Extract<RenderingSummary, { readonly status: 'rendered' }>;

/** What a page loaded in a browser by type and by domain, and the cookies that it set. */
export function LoadedView({ weight, cookies }: Pick<Rendered, 'weight' | 'cookies'>): VNode {
  const { requests, bytes, byType, otherDomains, otherDomainsCount } = weight;
  const types = byType.map(({ type, ...rest }) => ({
    name: typeName(type),
    ...rest,
  }));
  const domains = otherDomains.map(({ domain, ...rest }) => ({ name: domain, ...rest }));
  return (
    <>
      <h3>{text.rendering.weight(requests, text.bytes(bytes))}</h3>
      <WeightTable heading={text.rendering.type} rows={types} />
      {otherDomainsCount === 0 ? (
        <p>{text.rendering.noOtherDomains}</p>
      ) : (
        <>
          <h3>{text.rendering.otherDomains(otherDomainsCount)}</h3>
          <WeightTable heading={text.rendering.domain} rows={domains} />
          {otherDomainsCount > otherDomains.length && (
            <p class="soft">
              {text.rendering.moreDomains(otherDomainsCount - otherDomains.length)}
            </p>
          )}
        </>
      )}
      {cookies.length > 0 && <Cookies cookies={cookies} />}
    </>
  );
}

function WeightTable({
  heading,
  rows,
}: {
  readonly heading: string;
  readonly rows: readonly {
    readonly name: string;
    readonly requests: number;
    readonly bytes: number;
  }[];
}): VNode {
  return (
    <Table
      rows={rows}
      columns={[
        { label: heading, cell: ({ name }) => <PageText>{name}</PageText> },
        { label: text.rendering.requests, kind: 'number', cell: ({ requests }) => requests },
        { label: text.rendering.received, kind: 'number', cell: ({ bytes }) => text.bytes(bytes) },
      ]}
    />
  );
}

function Cookies({ cookies }: Pick<Rendered, 'cookies'>): VNode {
  return (
    <>
      <h3>{text.rendering.cookies(cookies.length)}</h3>
      <Table
        rows={cookies}
        columns={[
          { label: text.rendering.cookie, cell: ({ name }) => <PageText>{name}</PageText> },
          { label: text.rendering.domain, cell: ({ domain }) => <PageText>{domain}</PageText> },
          {
            label: text.rendering.age,
            cell: ({ expires }) =>
              expires === null
                ? text.rendering.session
                : text.rendering.until(text.day(new Date(expires))),
          },
        ]}
      />
    </>
  );
}
