import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { imageAlt } from './image-alt.ts';

// The rule that the cases cover:
// https://www.w3.org/WAI/standards-guidelines/act/rules/23a2a8/
// https://www.w3.org/WAI/standards-guidelines/act/rules/7d6734/

const of = (body: string) => outcomeOf(imageAlt, { body });

it.each([
  '<img src=a.png alt="A loaf">',
  '<img src=a.png alt="">',
  '<img src=a.png alt>',
  '<img :src="image.url" :alt="image.title">',
  '<img src=a.png aria-label="A loaf">',
  '<img src=a.png aria-labelledby="caption"><p id=caption>A loaf</p>',
  '<img src=a.png title="A loaf">',
  '<img src=a.png role="presentation">',
  '<img src=a.png role="NONE">',
  '<img role=presentation style="width: 9px; height: 9px; background-image: url(a.png)">',
  '<img src=a.png role="none presentation">',
  '<img src=a.png role=none aria-hidden=false>',
  '<img src=a.png role=none tabindex>',
  '<img src=a.png aria-labelledby="b"><img id=b src=b.png alt="A loaf">',
  '<img src=a.png aria-labelledby="b"><p id=b hidden><span aria-label="A loaf"></span></p>',
  '<img src=a.png aria-labelledby="b"><svg><title id=b>A loaf</title></svg>',
  '<div role=img aria-label="A loaf"></div>',
  '<div role=img title="A loaf"></div>',
  '<p id=l hidden>A loaf</p><div role=img aria-labelledby=l></div>',
  '<span role=doc-cover aria-label="A loaf"></span>',
  '<div style="margin-left:-9999px"><img alt="" src=a.png></div>',
  '<svg role=img><title>1 circle</title><circle /></svg>',
  '<svg role=graphics-document><desc>Circles</desc><title><b>1 circle</b></title><circle /></svg>',
  '<svg><circle role=graphics-symbol aria-label="1 circle" /></svg>',
  '<svg role=img aria-labelledby=t><title id=t>1 circle</title></svg>',
  '<svg role=img title="1 circle"><circle /></svg>',
  '<svg role=img :aria-label="text"><circle /></svg>',
  '<svg role=img [attr.aria-label]="text"><circle /></svg>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  '<img src=a.png>',
  '<img src=a.png alt=" ">',
  '<img src=a.png title=" ">',
  '<img src=a.png aria-labelledby="missing">',
  '<img src=a.png role=none tabindex=0>',
  '<img src=a.png role=none aria-live=polite>',
  '<img src=a.png role=presentation aria-label="">',
  '<img src=a.png aria-label="">',
  '<img src=a.png aria-labelledby="">',
  '<img src=a.png aria-labelledby="b"><p id=b></p>',
  '<img src=a.png aria-labelledby="b"><p id=b><span aria-hidden=true>A loaf</span></p>',
  '<div style="margin-left:-9999px"><img src=a.png></div>',
  '<div role=img alt="A loaf"></div>',
  '<div role=img title=""></div>',
  '<img src=a.png role=banana>',
  '<img src="" srcset="a.png 2x">',
  '<img src="" data-src="a.png">',
  '<img :src="image.url">',
  '<picture><source srcset=a.webp><img></picture>',
  '<img src="" alt=" ">',
  '<div role=img></div>',
  '<div role=image>Text that does not name an image</div>',
  '<svg role=img></svg>',
  '<svg role=img><circle /></svg>',
  '<svg role=img><title> </title><title>The first counts</title></svg>',
  '<svg role=image><text>1 circle</text></svg>',
  '<svg role=img><g><title>Of a part</title></g></svg>',
  '<svg role=graphics-document aria-label=" "><circle /></svg>',
  '<svg><circle role="x graphics-symbol" /></svg>',
  '<a href=x><svg role=img><circle /></svg>Circles</a>',
])('fails %s', async (body) => {
  expect(await of(body)).toMatchObject({ status: 'fail', points: 0, evidence: [{ line: 1 }] });
});

it('takes an alt of spaces for decoration on a page that describes its images', async () => {
  const described = '<img src=a.png alt="A loaf">';
  expect((await of(`${described}<img src=b.png alt=" ">`)).status).toBe('pass');
  expect((await of(`${described}<img src=b.png alt=" " title="">`)).status).toBe('warn');
  expect((await of(`${described}<img src=b.png>`)).status).toBe('warn');
});

it.each([
  '<img src="https://count.example/p.gif" width=1 height=1>',
  '<img src="https://count.example/p.gif" style="width:1px;height:1px">',
])('does not apply to %s, which counts visits', async (pixel) => {
  expect((await of(pixel)).status).toBe('na');
  expect(await of(`${pixel}<img src=a.png>`)).toMatchObject({ value: { images: 1, without: 1 } });
});

it('gives the share of images that have one, and quotes the others', async () => {
  const outcome = await of('<img src=a.png alt="A"><img src=b.png><img src=c.png alt="C">');
  expect(outcome).toMatchObject({
    status: 'warn',
    summary: '1 of 3 images has no alternative text.',
    value: { images: 3, without: 1 },
    evidence: [{ text: '<img src=b.png>', line: 1 }],
  });
  expect(outcome.points).toBe(0.561);
});

it.each([
  '<svg><circle /></svg>',
  '<svg role=img aria-hidden=true><circle /></svg>',
  '<svg role=none><circle /></svg>',
  '<svg><circle role=graphics-object /></svg>',
  '<button><svg role=img><circle /></svg>Close</button>',
  '<svg><symbol role=img id=a><circle /></symbol></svg>',
  '<p>Text</p>',
  '<img src=a.png aria-hidden="true">',
  '<div hidden><img src=a.png></div>',
  '<div inert><img src=a.png></div>',
  '<template><img src=a.png></template>',
  '<img src=https://tracker.example/pixel style="display:none">',
  '<div style="visibility: hidden"><img src=a.png></div>',
  '<div role=img aria-hidden=true></div>',
  '<input type=image src=a.png>',
  '<img src="">',
  '<img id=preview>',
  '<img src="#" class="lightbox">',
  '<img src=" " srcset="">',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});

it('advises on graphics of SVG where one has no name', async () => {
  const [svg, image] = ['<svg role="img"></svg>', '<img src="a.png">'];
  const adviceOf = async (body: string) => (await outcomeOf(imageAlt, { body })).advice;
  expect(await adviceOf(svg)).toMatch(/^Describe each <svg role="img"> in its aria-label/);
  expect(await adviceOf(svg + image)).toMatch(
    /^Describe each image in its alt .*Describe each <svg/,
  );
  expect(await adviceOf(image)).toBeUndefined();
});
