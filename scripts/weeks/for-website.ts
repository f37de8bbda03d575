/** What differs between a recording and what is stored for a website. */
export interface ForWebsite {
  /** Replaces what a text says of the recorded site. */
  readonly text: (text: string) => string;
  readonly now: Date;
  /** A token that no other row has. */
  readonly newToken: () => string;
}

/**
 * A copy of recorded data for a website: its texts, all times now, and share tokens of its own. The checks of a ruleset
 * stay the same object, by which stores know them.
 */
export function forWebsite<Data>(data: Data, website: ForWebsite): Data {
  return copyOf(data, website) as Data;
}

function copyOf(data: unknown, website: ForWebsite): unknown {
  if (typeof data === 'string') return website.text(data);
  if (data instanceof Date) return website.now;
  if (Array.isArray(data)) return data.map((each) => copyOf(each, website));
  if (data === null || typeof data !== 'object') return data;
  if (Object.getPrototypeOf(data) !== Object.prototype) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      if (/^(?:website)?shareToken$/i.test(key)) return [key, website.newToken()];
      return [key, key === 'rulesetChecks' ? value : copyOf(value, website)];
    }),
  );
}
