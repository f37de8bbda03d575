import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Store, startWorker } from '@sitegrade/core';
import { holdSteps } from './held-steps.ts';
import { type CrawlSettings, openCrawls } from './open-crawls.ts';

// A worker process: checks the pages of crawls until SIGTERM. An unhandled rejection ends it with 1, as Node does by
// default. If steps are held, it prints each that it has claimed, and goes on with it when it reads a line.

const [, , json = ''] = process.argv;
const settings: CrawlSettings = JSON.parse(json);
let goOn = () => {};
const { context, close } = await openWhenAvailable();
const lines = createInterface({ input: process.stdin }).on('line', () => goOn());
const worker = startWorker(context, { concurrency: settings.concurrency });
process.once('SIGTERM', async () => {
  lines.close();
  goOn();
  await worker.stop();
  await close();
});

function changed(store: Store): Store {
  const { heldSteps } = settings;
  if (heldSteps === undefined) return store;
  const held = holdSteps(store, heldSteps, (line) => writeSync(1, `${line}\n`));
  goOn = held.goOn;
  return held.store;
}

/** A host's supervisor starts a process again that found no database. */
async function openWhenAvailable() {
  for (;;) {
    try {
      return openCrawls(settings, changed);
    } catch {
      await sleep(200);
    }
  }
}
