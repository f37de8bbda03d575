import { startPostgres } from '../packages/store-postgres/test/start-postgres.ts';

// Starts an empty Postgres for trying out examples, until Ctrl-C, which deletes its data.
//
//   npm run tool -- postgres

const server = await startPostgres();
console.log(`Postgres is running:\nexport DATABASE_URL=${server.connectionString}`);
const running = setInterval(() => {}, 60_000);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    clearInterval(running);
    await server.remove();
  });
}
