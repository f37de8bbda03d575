import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Where a run was measured. */
export interface Machine {
  /** Processor, cores, memory and system. */
  readonly hardware: string;
  /** Versions of what was measured and of what it was compared with. */
  readonly versions: readonly string[];
  readonly commit: string;
}

const compared: Readonly<Record<string, readonly string[]>> = {
  '': ['htmlparser2', 'parse5', 'fastify', 'express', 'better-sqlite3', 'pg'],
  'benchmarks/competitors/': ['cheerio', '@crawlee/cheerio', 'simplecrawler'],
  'benchmarks/lighthouse/': ['lighthouse'],
};

/** Describes this machine, and the packages as their lockfiles have them. */
export function machineOf(): Machine {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const versions = Object.entries(compared).flatMap(([folder, names]) => {
    const lock = JSON.parse(read(`${folder}package-lock.json`)) as {
      readonly packages: Readonly<Record<string, { readonly version?: string }>>;
    };
    return names.map((name) => `${name} ${lock.packages[`node_modules/${name}`]?.version}`);
  });
  return {
    hardware: `${processor}, ${availableParallelism()} cores, ${gigabytes} GB, ${process.platform}`,
    versions: [`Node ${process.versions.node}`, ...versions],
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  };
}

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
}
