import { expect, it } from 'vitest';
import { readAxe } from './run-axe.ts';

const version = /^\/\*! axe v4\.\d+\.\d+$/m;

it('reads axe-core from its file, or has it from the package where only what is imported was copied', async () => {
  const read: string[] = [];
  const source = await readAxe(async (path) => {
    read.push(path);
    return 'the file';
  });
  expect([source, read]).toEqual(['the file', ['axe-core/axe.min.js']]);
  const missing = () =>
    Promise.reject(Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' }));
  const [file, imported] = [await readAxe(), await readAxe(missing)];
  expect(file).toMatch(version);
  expect(imported).toContain('axe.run');
  expect(() => new Function(imported)).not.toThrow();
});
