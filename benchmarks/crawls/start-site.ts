import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The site of site.ts, in a separate process. */
export interface Site {
  readonly pid: number | undefined;
  readonly origin: string;
  /** The number of requests since the last call. */
  countRequests(): Promise<number>;
  close(): void;
}

/** Starts a site of as many pages, of as many bytes each. */
export async function startSite(pages: number, bytes: number): Promise<Site> {
  const path = fileURLToPath(new URL('site.ts', import.meta.url));
  const site = fork(path, [String(pages), String(bytes)], { execArgv: ['--import=tsx'] });
  const [origin] = (await once(site, 'message')) as [string];
  return {
    pid: site.pid,
    origin,
    async countRequests() {
      const counted = once(site, 'message');
      site.send('count');
      return (await counted)[0] as number;
    },
    close: () => site.kill(),
  };
}
