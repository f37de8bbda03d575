const idPattern = /^[1-9]\d{0,15}$/;

/** Parses the id in a path. Returns `undefined` for anything else, so that no store is queried. */
export function parseId(text: string | undefined): number | undefined {
  if (text === undefined || !idPattern.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}
