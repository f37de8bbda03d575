import type { Finding } from './finding.ts';
import { markdownOf } from './markdown.ts';

/** Set for the benchmarks that `npm run bench` runs together, which collects what they find. */
export const collectFlag = 'SITEGRADE_BENCH_COLLECT';

/** Prints what a benchmark found, and gives it to the run that started the benchmark, if there is one. */
export function publish(...findings: readonly Finding[]): void {
  const isCollected = process.env[collectFlag] !== undefined;
  // A benchmark ends by itself, although a library listens to the channel.
  if (isCollected) process.channel?.unref();
  for (const finding of findings) {
    if (isCollected) process.send?.(finding);
    if (finding.kind !== 'bars') console.log(`${markdownOf(finding)}\n`);
  }
}
