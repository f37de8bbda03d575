import { join } from 'node:path';
import pg from 'pg';
import { it } from 'vitest';
import {
  allDeliveredTimeoutMs,
  expectAllDelivered,
} from '../../store-sqlite/test/expect-all-delivered.ts';
import { startProcess } from '../../store-sqlite/test/start-process.ts';
import { postgresStore } from '../src/index.ts';
import { ownSchema } from './own-schema.ts';

const script = join(import.meta.dirname, 'alert-until-killed.process.ts');

it(
  'killed processes lose no message to a webhook, and no mail',
  async () => {
    const { connectionString, schema } = ownSchema();
    const store = postgresStore({ connectionString, schema });
    await store.migrate();
    const client = new pg.Client({ connectionString });
    await client.connect();
    await expectAllDelivered(
      store,
      () => startProcess(script, connectionString, schema),
      () =>
        client.query(
          `update ${schema}.sitegrade_outbox set due_at = 0; update ${schema}.sitegrade_webhooks set due_at = 0;
          update ${schema}.sitegrade_mails set due_at = 0 where due_at is not null`,
        ),
    );
    await client.end();
    await store.close();
  },
  allDeliveredTimeoutMs,
);
