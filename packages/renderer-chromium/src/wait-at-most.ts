/** What {@link waitAtMost} returns when the time is over. */
export const late = Symbol('late');

/** Waits for a promise, for a limited time. */
export async function waitAtMost<Value>(
  ms: number,
  promise: Promise<Value>,
): Promise<Value | typeof late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), ms);
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}
