import { describe, expect, it } from 'vitest';
import { documentedIn, documentedResults } from './fixtures/google-rich-results.ts';
import { richResultTypes } from './rich-result-types.ts';

const alternatives = (paths: readonly string[]) => paths.flatMap((path) => path.split('|'));

it('has the results of the documentation, in its order and with its pages', () => {
  expect(richResultTypes.map(({ type, source }) => [type, source])).toEqual(
    documentedResults.map(({ type, page }) => [type, page]),
  );
  expect(documentedIn).toMatch(/^\d{4}-\d\d$/);
});

describe.each(documentedResults)('$type', ({ type, required, recommended, differs = {} }) => {
  const implemented = richResultTypes.find((result) => result.type === type);

  it('requires what Google requires, except for stated reasons', () => {
    const missing = required.filter((path) => {
      const found = implemented?.required.some((requiredPath) => {
        const accepted = requiredPath.split('|');
        return path.split('|').every((alternative) => accepted.includes(alternative));
      });
      return !found && !alternatives([path]).every((name) => name in differs);
    });
    expect(missing).toEqual([]);
  });

  it('requires nothing else, except for stated reasons', () => {
    const documented = new Set([...alternatives(required), ...Object.keys(differs)]);
    expect(
      alternatives(implemented?.required ?? []).filter((path) => !documented.has(path)),
    ).toEqual([]);
  });

  it('recommends only what Google recommends', () => {
    const documented = new Set([
      ...alternatives(recommended),
      ...alternatives(required),
      ...Object.keys(differs),
    ]);
    expect(
      alternatives(implemented?.recommended ?? []).filter((path) => !documented.has(path)),
    ).toEqual([]);
  });

  it('states no reason that is not needed', () => {
    const named = new Set([
      ...alternatives(required),
      ...alternatives(implemented?.required ?? []),
      ...alternatives(implemented?.recommended ?? []),
    ]);
    expect(Object.keys(differs).filter((name) => !named.has(name))).toEqual([]);
  });
});
