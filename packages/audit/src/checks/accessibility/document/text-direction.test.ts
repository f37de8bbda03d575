import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { textDirection } from './text-direction.ts';

describe('text-direction', () => {
  it.each([
    '<p lang="ar" dir="rtl">الإعفاء الإلكتروني من التأشيرة</p>',
    '<div dir="rtl"><p lang="ar">الإعفاء الإلكتروني من التأشيرة</p></div>',
    '<p lang="fa" dir="auto">الإعفاء الإلكتروني من التأشيرة</p>',
    '<p lang="ar" style="direction: rtl">الإعفاء الإلكتروني من التأشيرة</p>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(textDirection, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<p lang="ar">الإعفاء الإلكتروني من التأشيرة</p>',
      '1 of 1 texts from right to left has no dir="rtl": ar.',
    ],
    [
      '<p lang="he" dir="ltr">טקסט ארוך בשורה הזאת</p><p lang="ar" dir="rtl">الإعفاء الإلكتروني من التأشيرة</p>',
      '1 of 2 texts from right to left has no dir="rtl": he.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(textDirection, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each([
    '<p>Text</p>',
    '<ul><li lang="ar"><a href="/ar">العربية</a></ul>',
    '<p>He said <span lang="ar">الإعفاء الإلكتروني من التأشيرة</span>.</p>',
    '<p lang="ar-Latn">as-salamu alaykum wa rahmatullah</p>',
    '<p lang="ar">English text with the wrong code</p>',
    '<p lang="ar" hidden>الإعفاء الإلكتروني من التأشيرة</p>',
  ])('does not apply to %s', async (body) => {
    expect((await outcomeOf(textDirection, { body })).status).toBe('na');
  });

  it('warns about a page in Arabic without a direction', async () => {
    const page = (attributes: string, body = '') =>
      outcomeOf(textDirection, {
        html: `<html lang="ar"${attributes}><body${body}><p>الإعفاء الإلكتروني من التأشيرة</p>`,
      });
    expect(await page('')).toMatchObject({
      status: 'warn',
      summary:
        'The page is in the language ar, and no tag says that its text runs from right to left.',
      evidence: [{ text: '<html lang="ar">' }],
    });
    expect((await page(' dir="rtl"')).status).toBe('pass');
    expect((await page('', ' dir="rtl"')).status).toBe('pass');
    const english = '<html lang="ar"><p>An English text that has the wrong code';
    expect((await outcomeOf(textDirection, { html: english })).status).toBe('na');
  });
});
