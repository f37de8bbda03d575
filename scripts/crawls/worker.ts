import { setTimeout as sleep } from 'node:timers/promises';
import { startWorker } from '@sitegrade/core';
import { type CrawlSettings, openCrawls } from './open-crawls.ts';

// A worker process: checks the pages of crawls until SIGTERM. An unhandled rejection ends it with 1, as Node does by
// default.

const [, , json = ''] = process.argv;
const settings: CrawlSettings = JSON.parse(json);
const { context, close } = await openWhenAvailable();
const worker = startWorker(context, { concurrency: settings.concurrency });
process.once('SIGTERM', async () => {
  await worker.stop();
  await close();
});

/** A host's supervisor starts a process again that found no database. */
async function openWhenAvailable() {
  for (;;) {
    try {
      return openCrawls(settings);
    } catch {
      await sleep(200);
    }
  }
}
