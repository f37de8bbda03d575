import { reportOfParent } from '../../store-sqlite/test/report-of-parent.ts';
import { printLine, waitToBegin } from '../../store-sqlite/test/wait-to-begin.ts';
import { postgresStore } from '../src/index.ts';

// The first start of a server, in many processes at once: migrates, and uses the store.
const [, , connectionString = '', schema = '', report = ''] = process.argv;
await waitToBegin();
const store = postgresStore({ connectionString, schema });
await store.migrate();
for (let made = 0; made < 5; made += 1) await store.reports.create(reportOfParent(report));
await store.close();
printLine('done');
process.exit(0);
