/** Where a browser is that someone else has started. */
export interface RemoteAddress {
  /** With its token or password. */
  readonly url: URL;
  /** What messages show of it: no path, no query, no password. */
  readonly shown: string;
}

/** Reads an address; `null` if it is invalid. */
export function parseRemoteAddress(text: string): RemoteAddress | null {
  if (!/^(?:https?|wss?):\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  url.hash = '';
  try {
    // They are decoded to be sent.
    decodeURIComponent(`${url.username}${url.password}`);
  } catch {
    return null;
  }
  return { url, shown: `${url.protocol}//${url.host}` };
}

/** Whether the WebSocket has to be asked for. */
export const isHttp = ({ protocol }: URL) => /^https?:$/.test(protocol);

/**
 * The WebSocket that a browser names, as it can be reached: with the host, the port and the password of the given
 * address, as browsers often do not know their own name. `null` if it names none.
 */
export function webSocketOf({ url }: RemoteAddress, named: unknown): URL | null {
  if (typeof named !== 'string' || !/^wss?:\/\//i.test(named) || !URL.canParse(named)) return null;
  const { pathname, searchParams } = new URL(named);
  const reached = new URL(url);
  const folder = url.pathname.replace(/\/+$/, '');
  reached.pathname = pathname.startsWith(`${folder}/`) ? pathname : folder + pathname;
  // Services want their token for both.
  for (const [name, value] of searchParams)
    if (!url.searchParams.has(name)) reached.searchParams.append(name, value);
  return reached;
}

/** Where a browser says what its WebSocket is. */
export function versionUrlOf({ url }: RemoteAddress): URL {
  const asked = new URL(url);
  asked.pathname = `${url.pathname.replace(/\/+$/, '')}/json/version`;
  return asked;
}
