import { defineConfig } from 'tsup';
import { libraryBuild } from '../library-build.ts';

export default defineConfig(
  libraryBuild({
    entry: {
      index: 'src/index.ts',
      checks: 'src/checks.ts',
      'http/index': 'src/http/index.ts',
      'pages/index': 'src/pages/index.ts',
      'records/index': 'src/records/index.ts',
      store: 'src/store-entry.ts',
      internal: 'src/internal.ts',
    },
    workspaces: ['@sitegrade/audit', '@sitegrade/foundation'],
    inlineForRequire: ['@exodus/bytes', 'entities'],
    data: [
      'Types and properties of structured data: schema.org, CC BY-SA 3.0, https://schema.org/docs/terms.html\n',
      'Vulnerable versions of JavaScript libraries: Retire.js, Copyright 2018 Erlend Oftedal, Apache-2.0,\nhttps://github.com/RetireJS/retire.js, https://www.apache.org/licenses/LICENSE-2.0; reduced to ranges of versions\n',
      'Language subtags: IANA Language Subtag Registry, in the public domain (CC0),\nhttps://www.iana.org/assignments/language-subtag-registry\n',
    ],
  }),
);
