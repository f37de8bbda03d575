import { Agent, request } from 'node:http';

/** A response with its body. */
interface ClientResponse {
  readonly status: number;
  readonly text: string;
}

/** Sends requests over persistent connections. */
interface Client {
  send(method: 'GET' | 'POST', path: string, body?: string): Promise<ClientResponse>;
  close(): void;
}

/** Creates a client of the API. */
export function createClient(server: string, key: string, connections: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return {
    send: (method, path, body) =>
      new Promise((resolve, reject) => {
        const sent = request(server + path, { method, agent, headers }, (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (part: string) => {
            text += part;
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
          response.on('error', reject);
        });
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}
