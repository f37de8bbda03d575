import { setTimeout as sleep } from 'node:timers/promises';
import { sqliteStore } from '../src/index.ts';
import { reportOfParent } from './report-of-parent.ts';
import { printLine, waitToBegin } from './wait-to-begin.ts';

// Creates reports, deletes every third, and prints what was acknowledged and when.
const [, , filename = '', json = ''] = process.argv;
const store = sqliteStore({ filename });
await store.migrate();
await waitToBegin();
for (let made = 1; ; made += 1) {
  // A pause like between requests: without it one process would always hold the lock.
  await sleep(Math.random() * 5);
  const domain = `${made % 3}.com`;
  const report = reportOfParent(json);
  const { id } = await store.reports.create({ ...report, domain, score: made % 101 });
  printLine(`created ${id}`);
  if (made % 3 !== 0) continue;
  printLine(`deleting ${id}`);
  await store.reports.delete(report.ownerId, id);
  printLine(`deleted ${id}`);
}
