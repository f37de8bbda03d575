import { hasAttribute, type TagToken } from '../tokens/token.ts';

/** Attributes with which Vue, Alpine, Angular, Knockout and translation scripts fill in text. */
const filling = new Set(
  'v-text v-html x-text x-html ng-bind ng-bind-html ng-bind-template data-ng-bind data-ng-bind-html data-bind data-i18n data-l10n-id data-translate'.split(
    ' ',
  ),
);
const longest = Math.max(...[...filling].map(({ length }) => length));

/** Whether scripts fill in the content of an element: by such an attribute, or as a custom element. */
export function isFilledByScript(token: TagToken): boolean {
  if (isCustom(token)) return true;
  const { text, attributes, offsets } = token;
  for (let index = 0; index < 4 * attributes; index += 4) {
    const start = offsets[index] ?? 0;
    const end = offsets[index + 1] ?? 0;
    // Most names have no hyphen there.
    if (end - start > longest || !hyphenated(text, start)) continue;
    if (filling.has(text.slice(start, end).toLowerCase())) return true;
  }
  return false;
}

/** Whether a hyphen ends the first part of a name: `v-`, `ng-`, `data-`. */
function hyphenated(text: string, start: number): boolean {
  return text[start + 1] === '-' || text[start + 2] === '-' || text[start + 4] === '-';
}

/** Whether a style sheet may well hide an element or change its spaces. */
export function isStyled(token: TagToken): boolean {
  return isCustom(token) || hasAttribute(token, 'class') || hasAttribute(token, 'style');
}

function isCustom({ tag }: TagToken): boolean {
  return tag.id === 0 && tag.name.includes('-');
}
