/** What an attribute of ARIA may have as its value. */
type ValueType =
  | 'text'
  | 'id'
  | 'ids'
  | 'number'
  | { readonly least: number }
  | { readonly words: readonly string[]; readonly list: boolean };

interface AriaAttribute {
  readonly type: ValueType;
  /** Whether every element may have it. */
  readonly global: boolean;
}

const boolean = oneOf('true false');
const optionalBoolean = oneOf('true false undefined');
const tristate = oneOf('true false mixed undefined');

/**
 * The attributes of WAI-ARIA 1.2 and of the draft of 1.3, without `aria-`, by the type of their values. Two of
 * the draft may refer to several elements, which 1.2 does not allow.
 * Sources: https://www.w3.org/TR/wai-aria-1.2/#state_prop_def, https://w3c.github.io/aria/#state_prop_def
 */
const namesByType: readonly (readonly [ValueType, string])[] = [
  [
    'text',
    'actions braillelabel brailleroledescription colindextext description keyshortcuts label placeholder roledescription rowindextext valuetext virtualcontent',
  ],
  ['id', 'activedescendant'],
  ['ids', 'controls describedby details errormessage flowto labelledby owns'],
  // -1 stands for an unknown number.
  [{ least: -1 }, 'colcount rowcount setsize'],
  [{ least: 0 }, 'rowspan'],
  [{ least: 1 }, 'colindex colspan level posinset rowindex'],
  ['number', 'valuemax valuemin valuenow'],
  [boolean, 'atomic busy disabled modal multiline multiselectable readonly required'],
  [optionalBoolean, 'expanded grabbed hidden selected'],
  [tristate, 'checked pressed'],
  [oneOf('inline list both none'), 'autocomplete'],
  [oneOf('page step location date time true false'), 'current'],
  [anyOf('copy execute link move none popup'), 'dropeffect'],
  [oneOf('false true menu listbox tree grid dialog'), 'haspopup'],
  [oneOf('grammar false spelling true'), 'invalid'],
  [oneOf('off polite assertive'), 'live'],
  [oneOf('horizontal vertical undefined'), 'orientation'],
  [anyOf('additions all removals text'), 'relevant'],
  [oneOf('ascending descending none other'), 'sort'],
];

/**
 * Attributes for every element. The last four are so only for compatibility: see {@link formerlyGlobal}.
 * Source: https://www.w3.org/TR/wai-aria-1.2/#global_states
 */
const global = new Set(
  'atomic braillelabel brailleroledescription busy controls current describedby description details dropeffect flowto grabbed hidden keyshortcuts label labelledby live owns relevant roledescription disabled errormessage haspopup invalid'.split(
    ' ',
  ),
);

/** Attributes that only some roles support since ARIA 1.2. */
export const formerlyGlobal: ReadonlySet<string> = new Set([
  'disabled',
  'errormessage',
  'haspopup',
  'invalid',
]);

/** The attributes of ARIA by name, without `aria-`. */
export const ariaAttributes: ReadonlyMap<string, AriaAttribute> = new Map(
  namesByType.flatMap(([type, names]) =>
    names.split(' ').map((name) => [name, { type, global: global.has(name) }] as const),
  ),
);

/** Whether a value is one that an attribute may have. Upper case and spaces around it do no harm. */
export function isValidValue({ type }: AriaAttribute, value: string): boolean {
  if (type === 'text' || type === 'ids') return true;
  const trimmed = value.trim().toLowerCase();
  switch (type) {
    case 'id':
      return !/\s/.test(trimmed);
    case 'number':
      return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/.test(trimmed);
    default: {
      if ('least' in type) return /^[+-]?\d+$/.test(trimmed) && Number(trimmed) >= type.least;
      const words = type.list ? trimmed.split(/\s+/) : [trimmed];
      return words.every((word) => type.words.includes(word));
    }
  }
}

/** The values that an attribute may have, for people; `null` where there are too many to list. */
export function valuesText({ type }: AriaAttribute): string {
  if (type === 'number') return 'a number';
  if (typeof type === 'string') return type === 'id' ? 'one id' : 'text';
  if ('least' in type) return `a whole number from ${type.least} on`;
  return type.words.join(', ');
}

function oneOf(words: string) {
  return { words: words.split(' '), list: false };
}

function anyOf(words: string) {
  return { words: words.split(' '), list: true };
}
