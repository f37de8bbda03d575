import type { Protocol } from 'devtools-protocol';
import type { ProtocolConnection } from './protocol-connection.ts';

/** The proxy of a rendering. */
interface PageProxy {
  /** Its address, without credentials. */
  readonly server: string;
  readonly login: { readonly username: string; readonly password: string } | undefined;
}

/** Splits the address of a proxy from the credentials that it requires. */
export function parseProxy(text: string): PageProxy {
  const { origin, username, password } = new URL(text);
  const login = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  return { server: origin, login: username === '' ? undefined : login };
}

/**
 * Answers requests for credentials: the proxy of the rendering gets those that it requires, once for each request, and
 * nothing else gets any.
 */
export function answerChallenges({ server, login }: PageProxy) {
  const answered = new Set<string>();
  return (
    requestId: string,
    { source, origin }: Protocol.Fetch.AuthChallenge,
  ): Protocol.Fetch.AuthChallengeResponse => {
    if (!login || source !== 'Proxy' || origin !== server || answered.has(requestId))
      return { response: 'CancelAuth' };
    answered.add(requestId);
    return { response: 'ProvideCredentials', ...login };
  };
}

/**
 * Sends the credentials before the page is loaded. The browser sends them by itself from then on: asked for during the
 * page, they would cost its first request one more round trip.
 */
export async function signIn(
  connection: ProtocolConnection,
  sessionId: string,
  proxy: PageProxy,
): Promise<void> {
  if (!proxy.login) return;
  const answer = answerChallenges(proxy);
  const unlisten = connection.listen(sessionId, ({ method, params }) => {
    if (method === 'Fetch.requestPaused')
      ignore(connection.send(sessionId, 'Fetch.continueRequest', { requestId: params.requestId }));
    if (method === 'Fetch.authRequired')
      ignore(
        connection.send(sessionId, 'Fetch.continueWithAuth', {
          requestId: params.requestId,
          authChallengeResponse: answer(params.requestId, params.authChallenge),
        }),
      );
  });
  try {
    await connection.send(sessionId, 'Fetch.enable', {
      patterns: [{ urlPattern: '*' }],
      handleAuthRequests: true,
    });
    await connection.send(sessionId, 'Runtime.runIfWaitingForDebugger', {});
    // The proxy closes the connection.
    await connection.send(sessionId, 'Runtime.evaluate', {
      expression: `fetch(${JSON.stringify(proxy.server)}, { mode: 'no-cors' }).catch(() => {})`,
      awaitPromise: true,
      returnByValue: true,
    });
  } finally {
    unlisten();
  }
}

function ignore(sent: Promise<unknown>): void {
  sent.catch(() => {});
}
