import { defineConfig } from 'tsup';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    checks: 'src/checks.ts',
    'http/index': 'src/http/index.ts',
    'pages/index': 'src/pages/index.ts',
    internal: 'src/internal.ts',
  },
  format: 'esm',
  target: 'node20',
  dts: true,
  sourcemap: true,
  clean: true,
});
