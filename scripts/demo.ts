import { parseArgs } from 'node:util';
import { createCleanUps } from './demo/clean-ups.ts';
import { runDemo } from './demo/run-demo.ts';

const cleanUps = createCleanUps();

async function end(code: number): Promise<never> {
  await cleanUps.run();
  process.exit(code);
}

/** npm and a terminal both forward the same Ctrl-C: the second must not interrupt the first. */
let ending = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!ending) void end(0);
    ending = true;
  });
}

try {
  const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
  await runDemo(
    {
      coloured: process.stdout.isTTY && !process.env.NO_COLOR,
      once: values.once,
      print: (text) => process.stdout.write(text),
    },
    cleanUps,
  );
  await end(0);
} catch (error) {
  // Work that a signal ends on purpose may fail.
  if (!ending) {
    console.error(`The demo failed: ${error instanceof Error ? error.message : error}`);
    await end(1);
  }
}
