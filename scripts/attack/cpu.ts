import {
  type Attack,
  blockOf,
  cpuOf,
  failures,
  otherOwner,
  report,
  reportCpuSeconds,
  reportSeconds,
  send,
  slowestReport,
  withTarget,
} from './attack.ts';
import { packed, tinyPage } from './start-target.ts';

// CPU work: reading pages and hashing passwords.

const MB = 1_000_000;
const fill = (part: string, size = 20 * MB) => part.repeat(Math.ceil(size / part.length));
const formatting = () => fill('<b><font size=1><i>');

/** Pages that are expensive to read or to check, some of them with a few bytes on the wire. */
const pages: Readonly<Record<string, () => string>> = {
  '<b><font size=1><i>, 20 MB': formatting,
  'srcset of commas, 10,000 images': () =>
    fill(`<img srcset="a${','.repeat(1_990)}b">`, 10_000 * 2_010),
  'tables in formatting, 20 MB': () => fill('<b><i><u><table><tr><td>x</b>'),
  'ends that match nothing, 20 MB': () => fill('<i><div>', 4_000) + fill('</i></b></q>'),
  'commas in every list, 2 MB': () =>
    fill(`<meta name=robots content="${','.repeat(1_990)}">`, 2 * MB),
  'white space in every value, 5 MB': () =>
    fill(`<a rel="${' '.repeat(990)}a" href="a${' '.repeat(990)}b">x</a>`, 5 * MB),
};

/** CPU of one report. */
export const cpuAttacks: readonly Attack[] = Object.entries(pages).map(([name, page]) => ({
  name,
  run: (server) =>
    withTarget({ '/page': packed(page()) }, async (origin) => {
      await server.figures();
      const outcome = await report(server, 'first', `${origin}/page`);
      const figures = await server.figures();
      return [
        cpuOf(figures, reportCpuSeconds),
        {
          what: 'response',
          measured: outcome.ms / 1_000,
          bound: reportSeconds,
          unit: 's',
          grows: 'clock',
        },
        blockOf(figures),
        failures([outcome]),
      ];
    }),
}));

/** Fairness among owners. */
export const fairnessAttacks: readonly Attack[] = [
  {
    name: 'ten 20 MB pages of two keys',
    run: (server) =>
      withTarget({ '/page': packed(formatting()), '/tiny': tinyPage }, async (origin) => {
        const alone = await report(server, 'victim', `${origin}/tiny`);
        const rush = Promise.all(
          Array.from({ length: 10 }, (_, at) =>
            report(server, at % 2 ? 'first' : 'second', `${origin}/page`),
          ),
        );
        const other = await slowestReport(server, `${origin}/tiny`, rush);
        return [otherOwner(other, alone), failures([...(await rush), other])];
      }),
  },
  {
    name: '100 passwords of one key',
    run: (server) =>
      withTarget({ '/': tinyPage }, async (origin) => {
        const [first, victim] = [
          await report(server, 'first', origin),
          await report(server, 'victim', origin),
        ];
        const change = (owner: 'first' | 'victim', id: number | undefined, signal?: AbortSignal) =>
          send(
            server,
            owner,
            ['PUT', `/api/v1/websites/${id}`, { privacy: '2', password: 'a long secret' }],
            signal,
          );
        const rush = (signal?: AbortSignal) =>
          Promise.all(Array.from({ length: 100 }, () => change('first', first.websiteId, signal)));

        const alone = await change('victim', victim.websiteId);
        const staying = rush();
        const during = await change('victim', victim.websiteId);
        const outcomes = await staying;

        const gone = new AbortController();
        const leaving = rush(gone.signal);
        const meanwhile = await change('victim', victim.websiteId);
        gone.abort();
        await leaving;
        await server.figures();
        const after = await change('victim', victim.websiteId);
        const last = await change('victim', victim.websiteId);
        const figures = await server.figures();
        return [
          otherOwner(during, alone, 1_000),
          { ...otherOwner(after, alone, 1_000), what: 'another owner, once left' },
          cpuOf(figures, 2, 'CPU of that and one more'),
          failures([...outcomes, during, meanwhile, after, last]),
        ];
      }),
  },
];
