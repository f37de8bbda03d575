import type { VNode } from 'preact';
import type { RenderingSummary } from '../../store/report.ts';
import { english as text } from '../english.ts';
import { PageText } from './page-text.tsx';

type Rendered = Extract<RenderingSummary, { readonly status: 'rendered' }>;

/** What a page loaded in a browser by type and by domain, and the cookies that it set. */
export function LoadedView({ weight, cookies }: Pick<Rendered, 'weight' | 'cookies'>): VNode {
  const { requests, bytes, byType, otherDomains, otherDomainsCount } = weight;
  const types = byType.map(({ type, ...rest }) => ({
    name: text.rendering.types[type] ?? text.rendering.types.other ?? type,
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
    <table class="stack">
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col" class="number">
            {text.rendering.requests}
          </th>
          <th scope="col" class="number">
            {text.rendering.received}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, requests, bytes }) => (
          <tr key={name}>
            <th scope="row">
              <PageText>{name}</PageText>
            </th>
            <td data-label={text.rendering.requests} class="number">
              {requests}
            </td>
            <td data-label={text.rendering.received} class="number">
              {text.bytes(bytes)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cookies({ cookies }: Pick<Rendered, 'cookies'>): VNode {
  return (
    <>
      <h3>{text.rendering.cookies(cookies.length)}</h3>
      <table class="stack">
        <thead>
          <tr>
            <th scope="col">{text.rendering.cookie}</th>
            <th scope="col">{text.rendering.domain}</th>
            <th scope="col">{text.rendering.age}</th>
          </tr>
        </thead>
        <tbody>
          {cookies.map(({ name, domain, expires }) => (
            <tr key={`${name} ${domain}`}>
              <th scope="row">
                <PageText>{name}</PageText>
              </th>
              <td data-label={text.rendering.domain}>
                <PageText>{domain}</PageText>
              </td>
              <td data-label={text.rendering.age}>
                {expires === null
                  ? text.rendering.session
                  : text.rendering.until(text.day(new Date(expires)))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
