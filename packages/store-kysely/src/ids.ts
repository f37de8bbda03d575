/** Whether a number can be an id: databases accept `1.5`, `NaN` and others in different ways. */
export function isId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}
