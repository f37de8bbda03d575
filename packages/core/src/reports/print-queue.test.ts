import type { PrintResult } from '@sitegrade/audit';
import { describe, expect, it } from 'vitest';
import { printQueue } from './print-queue.ts';

const limits = { owner: 2, visitors: 1, visitor: 1, all: 4, keptBytes: 10 };

/** A queue whose documents are printed when the test says so. */
function held(changed: Partial<typeof limits> = {}) {
  const printed: string[] = [];
  const endings: ((result: PrintResult) => void)[] = [];
  const queue = printQueue(
    (_, html) => {
      printed.push(html);
      return new Promise((resolve) => endings.push(resolve));
    },
    { ...limits, ...changed },
  );
  return {
    printed,
    ask: (html: string, ownerId = 'ann', visitor?: string, signal?: AbortSignal) =>
      queue.print(html, { ownerId, html, visitor }, signal),
    end: (result: PrintResult = pdf(1)) => {
      for (const end of endings.splice(0)) end(result);
    },
  };
}

const pdf = (bytes: number): PrintResult => ({ kind: 'printed', pdf: new Uint8Array(bytes) });
const refused = (code: string) => ({ code, retryAfterSeconds: 5 });

describe('documents at once', () => {
  it('are limited for an owner, until one has ended', async () => {
    const { ask, end, printed } = held();
    const both = [ask('a'), ask('b')];
    await expect(ask('c')).rejects.toMatchObject(refused('rate_limited'));
    const other = ask('c', 'bob');
    end();
    await Promise.all([...both, other]);
    const third = ask('d');
    end();
    expect(await third).toEqual(pdf(1));
    expect(printed).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are limited for the visitors of an owner, who keeps his own', async () => {
    const { ask, end } = held();
    const visited = ask('a', 'ann', '192.0.2.1');
    await expect(ask('b', 'ann', '192.0.2.2')).rejects.toMatchObject(refused('rate_limited'));
    const own = [ask('c'), ask('d')];
    end();
    await Promise.all([visited, ...own]);
  });

  it('are limited for a visitor of several owners', async () => {
    const { ask, end } = held();
    const first = ask('a', 'ann', '192.0.2.1');
    await expect(ask('b', 'bob', '192.0.2.1')).rejects.toMatchObject(refused('rate_limited'));
    const others = [ask('b', 'bob', '192.0.2.2'), ask('c', 'cid', '192.0.2.3')];
    end();
    await Promise.all([first, ...others]);
  });

  it('are limited in all', async () => {
    const { ask, end } = held();
    const four = ['a', 'b', 'c', 'd'].map((name) => ask(name, name));
    await expect(ask('e', 'e')).rejects.toMatchObject(refused('overloaded'));
    end();
    await Promise.all(four);
  });
});

it('prints a document once for all who ask for it meanwhile, and each may leave', async () => {
  const { ask, end, printed } = held({ owner: 1 });
  const controller = new AbortController();
  const asked = [ask('a'), ask('a'), ask('a', 'ann', '192.0.2.1')];
  const left = ask('a', 'ann', undefined, controller.signal);
  controller.abort(new Error('Gone.'));
  await expect(left).rejects.toThrow('Gone.');
  end();
  expect(await Promise.all(asked)).toEqual([pdf(1), pdf(1), pdf(1)]);
  expect(printed).toEqual(['a']);
});

it('keeps the last PDFs, and no failures', async () => {
  const { ask, end, printed } = held();
  const print = async (name: string, result: PrintResult) => {
    const asked = ask(name);
    end(result);
    return asked;
  };
  await print('a', pdf(4));
  await print('b', pdf(6));
  await print('a', pdf(4));
  expect(printed).toEqual(['a', 'b']);
  await print('c', pdf(1));
  await print('b', pdf(6));
  expect(printed).toEqual(['a', 'b', 'c']);
  await print('a', pdf(4));
  await print('large', pdf(11));
  await print('large', pdf(11));
  await print('fails', { kind: 'failed', reason: 'render_crashed' });
  await print('fails', { kind: 'failed', reason: 'render_crashed' });
  expect(printed).toEqual(['a', 'b', 'c', 'a', 'large', 'large', 'fails', 'fails']);
});
