import { randomUUID } from 'node:crypto';
import { useStore } from '@sitegrade/adapter-suite/in-process';
import { postgresStore } from '@sitegrade/store-postgres';
import { inject } from 'vitest';
// What concurrent requests do to the same rows, and lists that change between their pages: on a store whose calls overlap.
import './listing/paging.test.ts';
import './routes/create-report.test.ts';
import './routes/idempotency.test.ts';
import './routes/if-match.test.ts';
import './routes/job-routes.test.ts';

useStore(async () => {
  const schema = `api_${randomUUID()}`;
  const store = postgresStore({ connectionString: inject('postgres'), schema });
  await store.migrate();
  return store;
});
