import { sqliteStore } from '../src/index.ts';
import { reportOfParent } from './report-of-parent.ts';
import { printLine, waitToBegin } from './wait-to-begin.ts';

// The first start of a server, in many processes at once: migrates, and uses the store.
const [, , filename = '', report = ''] = process.argv;
await waitToBegin();
const store = sqliteStore({ filename });
await store.migrate();
for (let made = 0; made < 5; made += 1) await store.reports.create(reportOfParent(report));
await store.close();
printLine('done');
process.exit(0);
