import { expect, it } from 'vitest';
import { addNote, firstOf, notesOn } from './notes.ts';

it('keeps notes once each, and shows nothing of them in the page', () => {
  const page = { titles: [] };
  addNote(page, 'one');
  addNote(page, 'two');
  addNote(page, 'one');
  expect(notesOn(page)).toEqual(['one', 'two']);
  expect(page).toStrictEqual({ titles: [] });
  expect(notesOn({})).toEqual([]);
});

it('notes that a list was cut, and only then', () => {
  const page = {};
  expect(firstOf(page, [1, 2], 2, 'links are read')).toEqual([1, 2]);
  expect(notesOn(page)).toEqual([]);
  expect(firstOf(page, [1, 2, 3], 2, 'links are read')).toEqual([1, 2]);
  expect(notesOn(page)).toEqual(['only the first 2 links are read']);
});

it('shares notes with another copy of the package', async () => {
  const page = {};
  const path = './notes.ts?another-copy';
  const other: typeof import('./notes.ts') = await import(path);
  expect(other.addNote).not.toBe(addNote);
  other.addNote(page, 'of the other copy');
  addNote(page, 'of this copy');
  expect(notesOn(page)).toEqual(['of the other copy', 'of this copy']);
  expect(other.notesOn(page)).toEqual(notesOn(page));
});
