import { hostilePages } from '../packages/core/src/audit/page/fixtures/hostile-pages.ts';
import { buildReadPage } from './build-read-page.ts';

// How reading grows with a page that was written to hurt: the CPU time that twice as much of it takes
// against once, for each shape, best of some rounds. 2 is linear. A test counts the same without a clock.
//
//   node --import tsx benchmarks/hostile-growth.ts [characters] [rounds]

const readPage = await buildReadPage('benchmark-hostile-growth');

const size = Number(process.argv[2] ?? 400_000);
const rounds = Number(process.argv[3] ?? 3);

async function costOf(html: string): Promise<number> {
  const body = new TextEncoder().encode(html);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    await readPage(body, 'text/html; charset=utf-8');
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

console.log(
  `${size / 1_000} and ${(2 * size) / 1_000} thousand characters, best of ${rounds} rounds`,
);
for (const [id, name, make] of hostilePages) {
  const once = await costOf(make(size));
  const twice = await costOf(make(2 * size));
  const times = `${once.toFixed(1).padStart(7)} ${twice.toFixed(1).padStart(7)} ms`;
  console.log(`${(twice / once).toFixed(2).padStart(6)} ${times}  ${id} ${name}`);
}
