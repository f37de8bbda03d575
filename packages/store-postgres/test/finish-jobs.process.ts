import { finishJobs } from '../../store-sqlite/test/finish-jobs.ts';
import { postgresStore } from '../src/index.ts';

const [, , connectionString = '', schema = '', report = ''] = process.argv;
await finishJobs(postgresStore({ connectionString, schema }), report);
