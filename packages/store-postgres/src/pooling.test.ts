import { expect, it } from 'vitest';
import { readPooling } from './pooling.ts';

/** How a pooler works. */
interface Pooler {
  /** Which connection of the server gets the next transaction of a client; by default a separate one. */
  readonly choose?: (client: number, transaction: number) => number;
  /** Whether it prepares statements again where they are missing. */
  readonly preparesAgain?: boolean;
  /** Whether clients see the process ids of the server. */
  readonly isDirect?: boolean;
}

/** Connects clients to a server whose process ids begin with 100, through a pooler or not. */
function connections({
  choose = (client) => client,
  preparesAgain = false,
  isDirect = false,
}: Pooler) {
  const prepared = new Map<number, Set<string>>();
  const ended: number[] = [];
  let clients = 0;
  let transactions = 0;
  const failure = (code: string) => Object.assign(new Error(code), { code });
  const connect = async () => {
    const client = clients;
    clients += 1;
    const parsed = new Set<string>();
    return {
      processID: isDirect ? 100 + client : 7,
      async query({ name }: { readonly name?: string }) {
        const connection = choose(client, transactions);
        transactions += 1;
        const known = prepared.get(connection) ?? new Set();
        prepared.set(connection, known);
        if (name !== undefined && !preparesAgain) {
          if (!parsed.has(name) && known.has(name)) throw failure('42P05');
          if (parsed.has(name) && !known.has(name)) throw failure('26000');
          known.add(name);
          parsed.add(name);
        }
        return { rows: [{ pid: 100 + connection }] };
      },
      async end() {
        ended.push(client);
      },
    };
  };
  return { connect, ended, clients: () => clients };
}

const own = { isShared: false, keepsPrepared: true };

it('a direct connection needs no second one', async () => {
  const { connect, clients } = connections({ isDirect: true });
  expect(await readPooling(await connect(), connect)).toEqual(own);
  expect(clients()).toBe(1);
});

it('a client that does not say its process id is taken for a direct connection', async () => {
  const query = async () => ({ rows: [] });
  expect(await readPooling({ query }, () => Promise.reject(new Error('second')))).toEqual(own);
});

it.each<[name: string, pooler: Pooler, isShared: boolean, keepsPrepared: boolean]>([
  ['a connection for each client', {}, false, true],
  ['the connection used last', { choose: () => 0 }, true, false],
  ['the same, and prepares again', { choose: () => 0, preparesAgain: true }, true, true],
  ['another connection each time', { choose: (_, number) => number }, true, true],
  [
    'the connection used last, once other clients leave it alone',
    { choose: (client, number) => (number < 6 ? client : 0) },
    true,
    false,
  ],
])('a pooler that uses %s', async (_, pooler, isShared, keepsPrepared) => {
  const { connect, ended } = connections(pooler);
  expect(await readPooling(await connect(), connect)).toEqual({ isShared, keepsPrepared });
  expect(ended).toEqual([1]);
});

it('another error is not one of prepared statements', async () => {
  const { connect, ended } = connections({
    choose: (client) => {
      if (client === 1) throw new Error('terminated');
      return 0;
    },
  });
  await expect(connect().then((client) => readPooling(client, connect))).rejects.toThrow(
    'terminated',
  );
  expect(ended).toEqual([1]);
});
