import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileCommonJs } from './compile.ts';
import { installWith, type OtherPackages } from './install-packages.ts';
import type { PublishedPackage } from './pack-packages.ts';
import { runNode } from './run-node.ts';

/** An application of CommonJS that uses the packages, with the frameworks of its time. */
interface Host {
  readonly name: string;
  readonly packages: OtherPackages;
  /** Its programs in `hosts`, which end by themselves. */
  readonly programs: readonly string[];
  /** Whether it has tests with Jest. */
  readonly jest: boolean;
}

/** What each of them needs; an empty range is the version of this repository. */
const needed = {
  typescript: '',
  '@types/node': '',
  'better-sqlite3': '',
  '@types/better-sqlite3': '',
  'reflect-metadata': '^0.2.0',
  rxjs: '^7.8.0',
};

const nest = (range: string) => ({
  '@nestjs/common': range,
  '@nestjs/core': range,
  '@nestjs/platform-express': range,
});

export const hosts: readonly Host[] = [
  {
    name: 'express-5',
    packages: {
      ...needed,
      ...nest('^11.1.0'),
      express: '',
      '@types/express': '',
      fastify: '',
      jest: '^30.0.0',
      'ts-jest': '^29.4.0',
      '@jest/globals': '^30.0.0',
    },
    programs: ['express', 'nest'],
    jest: true,
  },
  {
    name: 'express-4',
    packages: { ...needed, ...nest('^10.4.0'), express: '^4.21.0', '@types/express': '^4.17.0' },
    programs: ['express', 'nest'],
    jest: false,
  },
];

const resolutions = ['node10', 'node16'] as const;

/** The packages that the programs import; those of the tests with Jest are more. */
const used = ['core', 'store-sqlite', 'adapter-express'];
const usedInJest = [...used, 'store-postgres', 'adapter-fastify'];

/** Creates the project of a host, with the sources of its programs. */
export function createHost(
  { name, packages, programs, jest }: Host,
  all: readonly PublishedPackage[],
  folder: string,
): string {
  const project = join(folder, name);
  const names = jest ? usedInJest : used;
  installWith(
    all.filter((packed) => names.includes(packed.folder.replace('packages/', ''))),
    packages,
    project,
  );
  for (const file of [...programs, 'use-api', ...(jest ? ['jest'] : [])]) {
    cpSync(join(import.meta.dirname, 'hosts', `${file}.ts`), join(project, `${file}.ts`));
  }
  return project;
}

/**
 * Compiles the programs of a host with `module: commonjs` as with `node16`, and runs them without the `require` of
 * ES modules that only newer versions of Node have.
 *
 * @param page A page to analyse.
 */
export async function tryHost(host: Host, project: string, page: string): Promise<void> {
  for (const resolution of resolutions) {
    await compileCommonJs(project, resolution);
    for (const program of host.programs) {
      const file = join(resolution, `${program}.js`);
      await runNode(project, ['--no-experimental-require-module', file], { PAGE: page });
    }
  }
  if (host.jest) await runJest(project, page);
}

/** Runs the same tests as JavaScript without transforms, and as TypeScript, in one process. */
async function runJest(project: string, page: string): Promise<void> {
  const testEnvironmentOptions = { globalsCleanup: 'on' };
  const common = { testEnvironment: 'node', testEnvironmentOptions, rootDir: project };
  const tsJest = ['ts-jest', { tsconfig: 'tsconfig.node10.json' }];
  const projects = [
    { ...common, displayName: 'JavaScript', transform: {}, testMatch: ['**/node16/jest.js'] },
    {
      ...common,
      displayName: 'ts-jest',
      transform: { '\\.ts$': tsJest },
      testMatch: ['**/jest.ts'],
    },
  ];
  writeFileSync(
    join(project, 'jest.config.json'),
    JSON.stringify({ projects, testTimeout: 60_000 }),
  );
  const args = ['--no-experimental-require-module', 'node_modules/jest/bin/jest.js'];
  await runNode(project, [...args, '--runInBand', '--ci'], { PAGE: page });
}
