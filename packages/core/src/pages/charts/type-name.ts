import { english as text } from '../english.ts';

/** What a type of requests is called. */
export function typeName(type: string): string {
  const { types } = text.rendering;
  return (Object.hasOwn(types, type) ? types[type] : types.other) ?? type;
}
