import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { compile } from 'svelte/compiler';

const folder = join(import.meta.dirname, 'framework-apps');

/** Bundles a script of `framework-apps` for browsers. */
export async function bundleClient(file: string): Promise<string> {
  return await bundle(file, 'client');
}

/** Runs a script of `framework-apps` that renders a page on the server, and returns its HTML. */
export async function renderOnServer(file: string): Promise<string> {
  const temporary = mkdtempSync(join(tmpdir(), 'sitegrade-app-'));
  try {
    const path = join(temporary, 'server.cjs');
    writeFileSync(path, await bundle(file, 'server'));
    const { render } = createRequire(import.meta.url)(path) as { render(): Promise<string> };
    return await render();
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

async function bundle(file: string, side: 'client' | 'server'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, file)],
    bundle: true,
    write: false,
    minify: true,
    ...(side === 'client'
      ? { platform: 'browser', format: 'esm' }
      : { platform: 'node', format: 'cjs' }),
    tsconfigRaw: {},
    jsx: 'automatic',
    jsxImportSource: file.startsWith('preact') ? 'preact' : 'react',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [sveltePlugin(side)],
  });
  return outputFiles[0]?.text ?? '';
}

function sveltePlugin(generate: 'client' | 'server'): Plugin {
  return {
    name: 'svelte',
    setup({ onLoad }) {
      onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
        const { js } = compile(await readFile(path, 'utf8'), { filename: path, generate });
        return { contents: js.code, loader: 'js' };
      });
    },
  };
}
