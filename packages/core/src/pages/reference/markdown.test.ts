import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { InlineMarkdown, Markdown } from './markdown.tsx';

describe('markdown', () => {
  it.each([
    ['', ''],
    ['One.', '<p>One.</p>'],
    ['One.\n\nTwo.', '<p>One.</p><p>Two.</p>'],
    ['- `a`: x\n- b', '<ul><li><code>a</code>: x</li><li>b</li></ul>'],
    ['One:\n\n- a', '<p>One:</p><ul><li>a</li></ul>'],
    ['a <b> & `c < d`', '<p>a &lt;b> &amp; <code>c &lt; d</code></p>'],
    ['a ` b', '<p>a ` b</p>'],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
  ])('%j', (text, markup) => {
    expect(renderToString(Markdown({ text }))).toBe(markup);
  });

  it('renders one line without blocks', () => {
    expect(renderToString(InlineMarkdown({ text: '- `a`\n\nb' }))).toBe('- <code>a</code>\n\nb');
  });
});
