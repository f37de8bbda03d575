import pg from 'pg';

/** The number of connections of a database on which a `listenQueue` listens. */
export async function countListeners(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ readonly total: number }>(
    `select count(*)::int as total from pg_stat_activity
      where application_name = 'sitegrade_listen' and datname = current_database()`,
  );
  await client.end();
  return rows[0]?.total ?? 0;
}
