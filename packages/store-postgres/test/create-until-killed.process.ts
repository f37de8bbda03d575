import { reportOfParent } from '../../store-sqlite/test/report-of-parent.ts';
import { printLine, waitToBegin } from '../../store-sqlite/test/wait-to-begin.ts';
import { postgresStore } from '../src/index.ts';

// Creates reports, deletes every third, and prints what was acknowledged and when.
const [, , connectionString = '', schema = '', json = ''] = process.argv;
const store = postgresStore({ connectionString, schema });
await store.migrate();
await waitToBegin();
for (let made = 1; ; made += 1) {
  const domain = `${made % 3}.com`;
  const report = reportOfParent(json);
  const { id } = await store.reports.create({ ...report, domain, score: made % 101 });
  printLine(`created ${id}`);
  if (made % 3 !== 0) continue;
  printLine(`deleting ${id}`);
  await store.reports.delete(report.ownerId, id);
  printLine(`deleted ${id}`);
}
