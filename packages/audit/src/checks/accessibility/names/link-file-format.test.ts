import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { linkFileFormat } from './link-file-format.ts';

describe('link-file-format', () => {
  it.each([
    '<a href="/guide.pdf">Guide (PDF, 2 MB)</a>',
    '<a href="/guide.pdf">Guide</a> PDF, 2 MB',
    '<a href="/guide.pdf" class="icon-pdf">Guide</a>',
    '<a href="/guide.pdf" title="Opens a PDF">Guide</a>',
    '<img src="/img/icon_pdf.gif" alt=""><a href="/guide.pdf">Guide</a>',
    '<a href="/prices.xlsx">Prices (Excel)</a>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(linkFileFormat, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<a href="/files/Style_Guide.pdf">Style guide</a>',
      '1 of 1 links to files (PDF) opens a format that the page does not name.',
    ],
    [
      '<a href="/guide.pdf">Guide (PDF)</a><a href="/a.docx">Letter</a>',
      '1 of 2 links to files (DOCX) opens a format that the page does not name.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(linkFileFormat, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each([
    '<a href="/guide">Guide</a>',
    '<a href="/guide.pdf" hidden>Guide</a>',
    '<a href="/a.html">Guide</a>',
  ])('does not apply to %s', async (body) => {
    expect((await outcomeOf(linkFileFormat, { body })).status).toBe('na');
  });
});
