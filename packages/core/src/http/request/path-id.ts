const idText = /^[1-9]\d{0,15}$/;

/** The id in a path; `undefined` where the text is none, so that no store is asked. */
export function parseId(text: string | undefined): number | undefined {
  if (text === undefined || !idText.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}
