import type { Schema } from '../openapi/schema.ts';
import { type Html, type HtmlPart, html, markdown } from './html.ts';

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

/** The id of the section about a schema. */
export function schemaAnchor(name: string): string {
  return `schema-${name}`;
}

/** The type of a schema, in a word or two. */
export function schemaType(schema: Schema): Html {
  if (schema.$ref !== undefined) return refLink(schema.$ref);
  if (schema.allOf?.[0]) return schemaType(schema.allOf[0]);
  if (schema.anyOf) return joinHtml(schema.anyOf.map(schemaType), ' or ');
  const types = [schema.type ?? 'any'].flat();
  return joinHtml(
    types.map((type) => typeName(type, schema)),
    ' or ',
  );
}

function typeName(type: string, { items, additionalProperties }: Schema): Html {
  if (type === 'array' && items) return html`list of ${schemaType(items)}`;
  if (type === 'object' && additionalProperties) {
    return html`object of ${schemaType(additionalProperties)}`;
  }
  return html`${type === 'array' ? 'list' : type === 'any' ? 'any JSON' : type}`;
}

/** Other constraints of a value, such as its range and default, in short phrases. */
function schemaFacts(schema: Schema): readonly Html[] {
  const { enum: values, format, pattern, default: defaultValue } = schema;
  const only = schema.const;
  return [
    ...(only === undefined ? [] : [html`always ${code(JSON.stringify(only))}`]),
    ...(values === undefined || isListed(schema)
      ? []
      : [html`one of ${joinHtml(values.map(code), ', ')}`]),
    ...rangeOf(schema),
    ...lengthOf(schema),
    ...(format === 'date-time' ? [html`date and time`] : []),
    ...(pattern === undefined || format !== undefined ? [] : [html`matches ${code(pattern)}`]),
    ...(defaultValue === undefined ? [] : [html`default ${code(defaultValue)}`]),
  ];
}

/** Whether the description already lists the allowed values. */
function isListed({ description = '', enum: values = [] }: Schema): boolean {
  return values.every((value) => description.includes(`\n- \`${value}\``));
}

function rangeOf({ minimum, maximum, const: only }: Schema): readonly Html[] {
  const highest = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (only !== undefined || (minimum === undefined && highest === undefined)) return [];
  if (highest === undefined) return [html`from ${minimum}`];
  return minimum === undefined ? [html`up to ${highest}`] : [html`${minimum} to ${highest}`];
}

function lengthOf({ minLength, maxLength, maxItems }: Schema): readonly Html[] {
  if (maxItems !== undefined) return [html`at most ${maxItems}`];
  if (maxLength === undefined) return minLength === undefined ? [] : [html`not empty`];
  return minLength === undefined
    ? [html`up to ${maxLength} characters`]
    : [html`${minLength} to ${maxLength} characters`];
}

function refLink(ref: string): Html {
  const name = ref.split('/').at(-1) ?? '';
  return html`<a href="#${schemaAnchor(name)}">${name}</a>`;
}

function code(value: string | number): Html {
  return html`<code>${value}</code>`;
}

/** Joins parts with a separator. */
export function joinHtml(parts: readonly HtmlPart[], between: HtmlPart): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : [between, part]))}`;
}
