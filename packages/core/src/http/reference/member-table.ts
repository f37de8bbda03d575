import type { Schema } from '../openapi/schema.ts';
import { type Html, html } from './html.ts';
import { markdown } from './markdown.ts';
import { joinHtml, schemaFacts, schemaType } from './schema-type.ts';

/** One row of a table of parameters, fields or headers. */
export interface Member {
  readonly name: string;
  /** Shown for required fields of a request and for optional fields of a response. */
  readonly presence?: 'required' | 'may be missing' | undefined;
  readonly schema: Schema;
  readonly description: string;
  readonly example?: string | number | undefined;
}

/** A table of parameters, fields or headers. */
export function memberTable(caption: string, members: readonly Member[]): Html {
  if (members.length === 0) return html``;
  return html`<table>
<caption>${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Description</th></tr></thead>
<tbody>${members.map(memberRow)}</tbody>
</table>
`;
}

function memberRow({ name, presence, schema, description, example }: Member): Html {
  const facts = [
    ...schemaFacts(schema),
    ...(example === undefined ? [] : [html`for example <code>${example}</code>`]),
  ];
  const mark = presence && html` <span class="presence">${presence}</span>`;
  return html`<tr><th scope="row"><code>${name}</code><span class="type">${schemaType(schema)}</span>${mark}</th>
<td>${markdown(description)}${
    facts.length === 0 ? html`` : html`<p class="facts">${joinHtml(facts, '; ')}</p>`
  }</td></tr>
`;
}

/** The rows for the properties of an object. */
export function membersOf(
  { properties = {}, required = [] }: Schema,
  use: 'request' | 'response',
): readonly Member[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    presence:
      required.includes(name) === (use === 'response')
        ? undefined
        : use === 'response'
          ? 'may be missing'
          : 'required',
    schema,
    description: schema.description ?? '',
  }));
}
