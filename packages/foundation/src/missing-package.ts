import { errorCode, isError } from './errors.ts';

/** How a package manager installs packages, and how it runs a program of theirs once, without installing them. */
interface PackageManager {
  readonly install: string;
  /** What comes before the program. */
  readonly runOnce: (names: readonly string[]) => string;
}

const npm: PackageManager = {
  install: 'npm install',
  runOnce: (names) => ['npx', ...names.map((name) => `-p ${name}`)].join(' '),
};

/** The others, by the start of what they call themselves. */
const others: readonly (readonly [RegExp, PackageManager])[] = [
  [
    /^pnpm\//,
    {
      install: 'pnpm add',
      runOnce: (names) => ['pnpm', ...names.map((name) => `--package=${name}`), 'dlx'].join(' '),
    },
  ],
  // The first version of Yarn has no `dlx`, and comes with npm.
  [/^yarn\/1\./, { ...npm, install: 'yarn add' }],
  [
    /^yarn\//,
    {
      install: 'yarn add',
      runOnce: (names) => ['yarn dlx', ...names.map((name) => `-p ${name}`)].join(' '),
    },
  ],
];

/**
 * The package manager that runs this process.
 *
 * @param variables - The environment. All package managers set `npm_config_user_agent`; without it, it is npm.
 */
export function packageManager(
  variables: Readonly<Record<string, string | undefined>>,
): PackageManager {
  const userAgent = variables.npm_config_user_agent ?? '';
  return others.find(([pattern]) => pattern.test(userAgent))?.[1] ?? npm;
}

/**
 * Whether an error of `import()` or `require` says that this package is not installed, rather than one that it imports.
 */
export function isPackageMissing(error: unknown, name: string): boolean {
  if (!isError(error) || !/^(?:ERR_)?MODULE_NOT_FOUND$/.test(errorCode(error))) return false;
  const { message } = error;
  // Yarn's Plug'n'Play also refuses packages that are somewhere on the disk, but that no one has asked for.
  return message.includes(`'${name}'`) || /tried to access (\S+?),? /.exec(message)?.[1] === name;
}
