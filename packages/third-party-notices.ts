import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** Licences whose only condition for a copy in a bundle is that the notice is there, too. */
const licences = new Set(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause']);

/**
 * A plugin of esbuild that writes the licences of all packages whose code is part of a bundle to
 * `dist/THIRD-PARTY-NOTICES.txt`. Share one plugin among the builds of a package.
 *
 * @param data Sentences that name the sources of data in the bundle.
 * @throws Error for a package without a text of its licence, or with another licence.
 */
export function thirdPartyNotices(data: readonly string[]): Plugin {
  const folders = new Map<string, string>();
  return {
    name: 'third-party-notices',
    setup({ onEnd, initialOptions: { absWorkingDir: folder = process.cwd() } }) {
      onEnd(({ metafile }) => {
        const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) =>
          Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
        );
        for (const [path] of inputs) {
          const [, packageFolder, name] =
            /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(path) ?? [];
          if (packageFolder !== undefined && name !== undefined)
            folders.set(name, resolve(folder, packageFolder));
        }
        const notices = [...folders].sort().map(([, packageFolder]) => noticeOf(packageFolder));
        if (notices.length + data.length === 0) return;
        writeFileSync(
          join(folder, 'dist/THIRD-PARTY-NOTICES.txt'),
          [introduction, ...data, ...notices].join(rule),
        );
      });
    },
  };
}

const introduction =
  'This package contains code and data of others. Their notices follow, and apply only to these parts.\n';

const rule = `\n${'-'.repeat(80)}\n\n`;

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as { readonly name: string; readonly version: string; readonly license?: string | null };
  if (!license || !licences.has(license)) {
    throw new Error(`${name} has the licence ${license}, which the bundle may not be allowed for.`);
  }
  const file = readdirSync(folder).find((name) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(name));
  if (file === undefined) throw new Error(`${name} has no text of its licence.`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
