import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { pluginContent } from './plugin-content.ts';

describe('plugin-content', () => {
  it.each([
    '<object data="a.pdf" type="application/pdf">A</object>',
    '<object data="a.svg"><param name="color" value="red">A</object>',
    '<object data="foo"><param name="wmode" value="transparent">Text</object>',
    '<object data="a.html" type="text/html"><param name="movie" value="a.html"></object>',
    '<video src="a.mp4" controls></video>',
    '<embed src="a.swf" hidden>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(pluginContent, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<object type="application/x-shockwave-flash"><param name="wmode" value="transparent">Text</object>',
      '1 element is for a plug-in such as Flash, which browsers no longer run. The parameter wmode="transparent" also hid it from screen readers.',
    ],
    [
      '<object><param name="movie" value="a.swf"><param name="flashvars" value="b"></object>',
      '1 element is for a plug-in such as Flash, which browsers no longer run.',
    ],
    [
      '<object classid="clsid:D27CDB6E-AE6D-11cf-96B8-444553540000"></object><embed src="A.class">',
      '2 elements are for a plug-in such as Flash, which browsers no longer run.',
    ],
    [
      '<object data="a.swf"><param name="wmode" value="window"></object><embed src="b.swf?x"><object type="application/x-silverlight-2"></object>',
      '3 elements are for a plug-in such as Flash, which browsers no longer run.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(pluginContent, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });
});
