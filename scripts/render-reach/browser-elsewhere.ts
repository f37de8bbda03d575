import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The flags of docs/rendering.md for a browser that sitegrade has not started itself. */
const recommended = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/** A browser with a port. */
interface BrowserElsewhere {
  readonly webSocket: string;
  readonly port: number;
  close(): void;
}

/** Starts a browser as someone else would, with the recommended flags or without any. */
export async function startBrowserElsewhere(
  executablePath: string,
  folder: string,
  hasFlags: boolean,
): Promise<BrowserElsewhere> {
  const flags = [
    ...['--headless=new', '--no-sandbox', '--remote-debugging-port=0'],
    `--user-data-dir=${join(folder, 'elsewhere')}`,
    ...(hasFlags ? recommended : []),
  ];
  const browser = spawn(executablePath, flags, {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const webSocket = await new Promise<string>((resolve, reject) => {
    let output = '';
    browser.stderr.on('data', (chunk) => {
      output += chunk;
      const [, url] = /DevTools listening on (ws:\S+)/.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    });
    browser.on('error', reject).on('exit', () => reject(new Error(output)));
  });
  return {
    webSocket,
    port: Number(new URL(webSocket).port),
    close: () => void process.kill(-Number(browser.pid), 'SIGKILL'),
  };
}
