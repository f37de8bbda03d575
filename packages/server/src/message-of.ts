/** The message of an error of any realm; of several errors, that of the first. */
export function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { message, errors, code } = error as Partial<Record<string, unknown>>;
  if (typeof message === 'string' && message !== '') return message;
  // A host with an IPv4 and an IPv6 address is refused twice, without a message for both.
  if (Array.isArray(errors) && errors.length > 0) return messageOf(errors[0]);
  return String(code ?? error);
}
