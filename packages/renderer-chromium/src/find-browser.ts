import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { RenderFault } from './render-ending.ts';

/** The machine to search, so that tests need no other one. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether there is a file at a path, and whether it can be executed. */
  readonly look: (path: string) => 'missing' | 'not-executable' | 'executable';
}

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];

/** Where installers put browsers, where that is not in `PATH`. */
const places: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [
    '/usr/lib/chromium/chromium',
    '/opt/google/chrome/chrome',
    '/opt/microsoft/msedge/msedge',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
};

const windowsPlaces = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];
const windowsFolders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'];

/**
 * The path of an installed browser.
 *
 * @throws RenderFault `renderer_unavailable` that says what to install, or what is wrong with the named path.
 */
export function findBrowser(executablePath: string | undefined, machine: Machine = here()): string {
  if (executablePath !== undefined) return named(executablePath, 'executablePath', machine);
  const { CHROME_PATH } = machine.env;
  if (CHROME_PATH) return named(CHROME_PATH, 'the environment variable CHROME_PATH', machine);
  const found = candidates(machine).find((path) => machine.look(path) === 'executable');
  if (found !== undefined) return found;
  throw new RenderFault(
    'renderer_unavailable',
    'No browser was found. Install Chromium, Chrome or Edge (on Debian: apt-get install chromium), or pass its path as executablePath.',
  );
}

function named(path: string, from: string, { look }: Machine): string {
  const found = look(path);
  if (found === 'executable') return path;
  const fault = found === 'missing' ? 'is not a file' : 'cannot be executed by this user';
  throw new RenderFault(
    'renderer_unavailable',
    `${path}, the path in ${from}, ${fault}. Pass the path of an installed Chromium, Chrome or Edge.`,
  );
}

function candidates({ platform, env }: Machine): string[] {
  if (platform === 'win32') {
    return windowsFolders.flatMap((name) => {
      const folder = env[name];
      return folder ? windowsPlaces.map((place) => win32.join(folder, place)) : [];
    });
  }
  // An empty entry of PATH is the current folder, whose files are not trusted.
  const folders = (env.PATH ?? '').split(':').filter((folder) => posix.isAbsolute(folder));
  const onPath = folders.flatMap((folder) => names.map((name) => posix.join(folder, name)));
  return [...onPath, ...(places[platform] ?? [])];
}

function here(): Machine {
  return { platform: process.platform, env: process.env, look };
}

function look(path: string): 'missing' | 'not-executable' | 'executable' {
  try {
    if (!statSync(path).isFile()) return 'missing';
  } catch {
    // Also in a folder of PATH that this user may not read.
    return 'missing';
  }
  try {
    accessSync(path, constants.X_OK);
    return 'executable';
  } catch {
    return 'not-executable';
  }
}
