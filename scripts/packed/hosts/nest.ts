import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { sitegradeRouter } from '@sitegrade/adapter-express';
import type { Store } from '@sitegrade/core';
import { sqliteStore } from '@sitegrade/store-sqlite';
import { apiOptions, useApi } from './use-api';

/** The token of the store, for other providers of the application. */
const storeToken = 'SITEGRADE_STORE';

@Module({
  providers: [
    {
      provide: storeToken,
      useFactory: async (): Promise<Store> => {
        const store = sqliteStore({ filename: ':memory:' });
        await store.migrate();
        return store;
      },
    },
  ],
  exports: [storeToken],
})
class ReportsModule {}

async function run(): Promise<void> {
  const app = await NestFactory.create(ReportsModule, { logger: false });
  const store = app.get<Store>(storeToken);
  app.use('/seo', sitegradeRouter({ store, ...apiOptions }));
  await app.listen(0, '127.0.0.1');
  await useApi(await app.getUrl());
  app.getHttpServer().closeAllConnections();
  await app.close();
  await store.close();
}

run().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
