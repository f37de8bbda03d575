import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Where Debian installs it. */
const debianPath = '/usr/bin/chromium';

/** The machine to search, so that tests need no other one. */
export interface Machine {
  /** The environment variable `CHROMIUM`: the path of the program. */
  readonly named: string | undefined;
  readonly exists: (path: string) => boolean;
  /** Whether `apt-get` may be used: Debian or Ubuntu, as root. */
  readonly canInstall: boolean;
  /** Installs Debian's package. */
  readonly install: () => void;
}

/**
 * The path of Chromium, which is installed if this machine allows it.
 *
 * @throws Error that says what to install.
 */
export function findChromium({ named, exists, canInstall, install }: Machine = here()): string {
  if (named !== undefined && named !== '') {
    if (exists(named)) return named;
    throw new Error(`CHROMIUM names ${named}, which does not exist.`);
  }
  if (exists(debianPath)) return debianPath;
  if (canInstall) install();
  if (exists(debianPath)) return debianPath;
  throw new Error(
    `The browser tests need Chromium at ${debianPath} (on Debian: apt-get install chromium), or its path in the environment variable CHROMIUM.`,
  );
}

function here(): Machine {
  return {
    named: process.env.CHROMIUM,
    exists: existsSync,
    canInstall: process.getuid?.() === 0 && existsSync('/etc/debian_version'),
    install: () => {
      const apt = (...args: string[]) =>
        spawnSync('apt-get', args, {
          stdio: 'inherit',
          env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        });
      // One source of packages may fail while the others have Chromium.
      apt('update', '-qq');
      const packages = ['chromium', 'fonts-dejavu-core', 'libnss3-tools'];
      apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
    },
  };
}
