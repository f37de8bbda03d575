import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A comment on the pull request. */
export interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly type: string };
  readonly author_association: string;
}

/** What the API received. */
interface Received {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
}

/** The API of GitHub for one pull request, 7 of acme/site, on loopback. */
interface GithubApi {
  readonly url: string;
  readonly comments: Comment[];
  readonly received: Received[];
  /** The status of every response; `null` for what is right. */
  status: number | null;
}

/** Starts one for a test. */
export async function startGithubApi(comments: Comment[] = []): Promise<GithubApi> {
  const issues = '/repos/acme/site/issues';
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    api.received.push({ method, url, authorization: request.headers.authorization });
    let text = '';
    for await (const part of request) text += part;
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (api.status !== null) return send(api.status, { message: 'secret of the response' });
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (method === 'GET' && pathname === `${issues}/7/comments`) {
      const [size, page] = [Number(searchParams.get('per_page')), Number(searchParams.get('page'))];
      return send(200, comments.slice(size * (page - 1), size * page));
    }
    if (method === 'POST' && pathname === `${issues}/7/comments`) {
      const id = comments.length + 1;
      comments.push({
        id,
        body: JSON.parse(text).body,
        user: { type: 'Bot' },
        author_association: 'NONE',
      });
      return send(201, { id });
    }
    const [, id] = /\/comments\/(\d+)$/.exec(pathname) ?? [];
    const known = comments.find((comment) => comment.id === Number(id));
    if (method !== 'PATCH' || known === undefined) return send(404, {});
    known.body = JSON.parse(text).body;
    return send(200, { id: known.id });
  });
  const api: GithubApi = { url: '', comments, received: [], status: null };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(api, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
