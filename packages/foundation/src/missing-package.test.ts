import { describe, expect, it } from 'vitest';
import { isPackageMissing, packageManager } from './missing-package.ts';

/** What `import()` throws where a package is not installed: by Node, and by Yarn's Plug'n'Play. */
const missing = (code: string, message: string) => Object.assign(new Error(message), { code });
const byNode = (name: string) =>
  missing('ERR_MODULE_NOT_FOUND', `Cannot find package '${name}' imported from /app/a.js`);
const byRequire = (name: string) => missing('MODULE_NOT_FOUND', `Cannot find module '${name}'`);
const ofPeer = (who: string, name: string) =>
  missing(
    'MODULE_NOT_FOUND',
    `${who} tried to access ${name} (a peer dependency) but it isn't provided by your application; this makes the require call ambiguous and unsound.\n\nRequired package: ${name}`,
  );
const undeclared = (who: string, name: string) =>
  missing(
    'MODULE_NOT_FOUND',
    `${who} tried to access ${name}, but it isn't declared in its dependencies; this makes the require call ambiguous and unsound.`,
  );

describe('a package that is missing', () => {
  it.each([
    ['an import', byNode('@a/b')],
    ['a require', byRequire('@a/b')],
    ["a peer dependency in Plug'n'Play", ofPeer('c', '@a/b')],
    ["an undeclared one in Plug'n'Play", undeclared('c', '@a/b')],
  ])('is known from the error of %s', (_, error) => {
    expect(isPackageMissing(error, '@a/b')).toBe(true);
  });

  it.each([
    ['a package that it imports', byNode('d')],
    ['one whose name starts alike', byNode('@a/b-c')],
    ["the same in Plug'n'Play", ofPeer('c', '@a/b-c')],
    ["a package that it imports in Plug'n'Play", undeclared('@a/b@npm:1.0.0', 'd')],
    ['a file', missing('ENOENT', "no such file '@a/b'")],
    ['a broken package', new Error("'@a/b' is broken")],
    ['no error', '@a/b'],
  ])('is not what the error is about: %s', (_, error) => {
    expect(isPackageMissing(error, '@a/b')).toBe(false);
  });
});

it.each([
  ['npm/11.19.1 node/v20.20.2 linux x64', 'npm install', 'npx -p a -p b'],
  [undefined, 'npm install', 'npx -p a -p b'],
  ['pnpm/12.21.0 npm/? node/? linux x64', 'pnpm add', 'pnpm --package=a --package=b dlx'],
  ['yarn/4.18.1 npm/? node/v20.20.2 linux x64', 'yarn add', 'yarn dlx -p a -p b'],
  ['yarn/1.22.22 npm/? node/v20.20.2 linux x64', 'yarn add', 'npx -p a -p b'],
])('installs with the package manager that calls itself %s', (userAgent, install, once) => {
  const manager = packageManager({ npm_config_user_agent: userAgent });
  expect([manager.install, manager.runOnce(['a', 'b'])]).toEqual([install, once]);
});
