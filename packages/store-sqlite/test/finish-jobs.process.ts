import { sqliteStore } from '../src/index.ts';
import { finishJobs } from './finish-jobs.ts';

const [, , filename = '', report = ''] = process.argv;
await finishJobs(sqliteStore({ filename }), report);
