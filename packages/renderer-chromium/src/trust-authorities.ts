import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** As in the bundles of operating systems, and more. */
const maxAuthorities = 1_000;

/** How long adding them may take, in milliseconds. */
const maxMs = 10_000;

/**
 * Lets a browser trust the certificate authorities that Node trusts because of `NODE_EXTRA_CA_CERTS`. It validates
 * certificates as usual, so it accepts no more than a fetch does. Chromium reads more authorities only from a database in
 * its home folder, on Linux, and `certutil` is the program that writes one. Without that program, or a file that it can
 * read, the browser has its own authorities alone.
 *
 * @param home - The home folder of the browser, which has not started yet.
 */
export async function trustAuthorities(home: string): Promise<void> {
  const file = process.env.NODE_EXTRA_CA_CERTS;
  if (!file || process.platform !== 'linux') return;
  try {
    const certificates = (await readFile(file, 'latin1')).match(certificate) ?? [];
    const cwd = join(home, '.pki', 'nssdb');
    await mkdir(cwd, { recursive: true });
    const added = certificates.slice(0, maxAuthorities).map(async (text, index) => {
      await writeFile(join(cwd, `${index}.pem`), text);
      return `-A -d sql:. -t C,, -n ${index} -a -i ${index}.pem`;
    });
    const commands = ['-N -d sql:. --empty-password', ...(await Promise.all(added))];
    await writeFile(join(cwd, 'commands'), `${commands.join('\n')}\n`);
    const env = { PATH: process.env.PATH };
    await run('certutil', ['-B', '-d', 'sql:.', '-i', 'commands'], { cwd, env, timeout: maxMs });
  } catch {
    // A page that needs one of them is refused, with a message that says what is missing.
  }
}

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
