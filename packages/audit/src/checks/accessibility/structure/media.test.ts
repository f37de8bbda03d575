import { describe, expect, it } from 'vitest';
import { evaluate, factsOf, outcomeOf } from '../../fixtures/facts-of.ts';
import { autoplaySound } from './autoplay-sound.ts';
import { objectAlternative } from './object-alternative.ts';
import { videoCaptions } from './video-captions.ts';

describe('video-captions', () => {
  const of = (body: string) => outcomeOf(videoCaptions, { body });

  it.each([
    '<video controls src=a.mp4><track kind=captions src=a.vtt></video>',
    '<video controls><source src=a.mp4><track kind=Subtitles src=a.vtt></video>',
    '<video controls src=a.mp4><track src=a.vtt></video>',
  ])('passes %s', async (body) => {
    expect((await of(body)).status).toBe('pass');
  });

  it.each([
    '<video autoplay muted loop src=a.mp4></video>',
    '<video autoplay loop playsinline src=a.mp4></video>',
    '<video controls muted src=a.mp4></video>',
    '<video controls src=a.mp4 style="display: none"></video>',
    '<video controls></video>',
    '<video controls data-src=a.mp4><source></video>',
    '<video controls src=a.m3u8?x></video>',
    '<video controls><source src=/live.mpd></video>',
    '<audio controls src=a.mp3></audio>',
    '<p>',
  ])('does not apply to %s', async (body) => {
    expect((await of(body)).status).toBe('na');
  });

  it.each([
    '<video controls src=a.mp4></video>',
    '<video controls src=a.mp4><track kind=chapters src=a.vtt></video>',
    '<video controls src=a.mp4><track kind=captions></video>',
    '<video controls src=a.mp4></video><video src=b.mp4><track kind=captions src=b.vtt></video>',
  ])('finds no captions in %s, without weight', async (body) => {
    expect(await of(body)).toMatchObject({ status: 'warn', value: { videos: 1, without: 1 } });
    expect(videoCaptions.importance).toBe('info');
  });
});

describe('object-alternative', () => {
  const of = (body: string) => outcomeOf(objectAlternative, { body });

  it.each([
    '<object data=a.png aria-label="A loaf"></object>',
    '<object data=a.mp3 title="A talk"></object>',
    '<b id=l>A loaf</b><object data=a.png aria-labelledby=l></object>',
    '<embed src=a.mp4 title="How to bake">',
  ])('passes %s', async (body) => {
    expect((await of(body)).status).toBe('pass');
  });

  it.each([
    '<object data=a.svg><img src=a.png alt="A map"></object>',
    '<object type=image/svg+xml data=map></object>',
    '<object type=application/pdf data=a.pdf></object>',
    '<object data=page.html></object>',
    '<object type=text/html data=a.png></object>',
    '<object classid=x><param name=movie value=a.swf></object>',
    '<object role=none data=a.png></object>',
    '<object role=img data=a.png></object>',
    '<object data=a.png hidden></object>',
    '<object data=a.png style="visibility: hidden"></object>',
    '<div aria-hidden=true><object data=a.png></object></div>',
    '<audio src=a.mp3></audio>',
    '<p>',
  ])('does not apply to %s', async (body) => {
    expect((await of(body)).status).toBe('na');
  });

  it.each([
    '<object data=a.png></object>',
    '<object data="a.jpg?x=1"><img src=a.jpg alt="A loaf"></object>',
    '<object type=video/mp4 data=film></object>',
    '<object data=a.png aria-label=" " title=""></object>',
    '<b id=l></b><object data=a.png aria-labelledby=l></object>',
    '<embed src=a.mp3>',
    '<object data=a.png role=unknown></object>',
  ])('quotes %s', async (body) => {
    expect(await of(body)).toMatchObject({ status: 'fail', value: { without: 1 } });
  });
});

describe('autoplay-sound', () => {
  const of = (body: string) => outcomeOf(autoplaySound, { body });

  it.each([
    '<audio src=a.mp3 controls autoplay></audio>',
    '<audio src=a.mp3></audio>',
    '<audio src=a.mp3 autoplay muted></audio>',
    '<audio src="a.mp3#t=8,10" autoplay></audio>',
    '<video autoplay src="a.mp4#t=npt:,3"></video>',
    '<video autoplay controls src=a.mp4></video>',
    '<video autoplay muted src=a.mp4></video>',
  ])('passes %s', async (body) => {
    expect((await of(body)).status).toBe('pass');
  });

  it.each([
    // React does not write muted into the HTML.
    '<video autoplay playsinline src=a.mp4></video>',
    '<video autoplay loop src=a.mp4></video>',
    '<video autoplay :muted=true src=a.mp4></video>',
    '<video src=a.mp4></video>',
    '<video autoplay></video>',
    '<audio autoplay></audio>',
    '<audio autoplay data-src=a.mp3></audio>',
  ])('does not apply to %s', async (body) => {
    expect((await of(body)).status).toBe('na');
  });

  it.each([
    '<audio src=a.mp3 autoplay></audio>',
    '<audio autoplay loop hidden><source src=a.ogg></audio>',
    '<audio src="a.mp3#t=8,20" autoplay></audio>',
  ])('fails %s', async (body) => {
    expect(await of(body)).toMatchObject({ status: 'fail', value: { players: 1, autoplay: 1 } });
  });

  it.each([
    '<video autoplay src=a.mp4></video>',
    '<video autoplay style="display: none"><source src=a.mp4></video>',
  ])('warns about %s, which may be silent', async (body) => {
    expect(await of(body)).toMatchObject({ status: 'warn', value: { players: 1, autoplay: 1 } });
  });

  it('leaves out videos of a page that scripts built', async () => {
    const facts = await factsOf({ body: '<video autoplay src=a.mp4></video>' });
    const built = { ...facts, page: { ...facts.page, isBuilt: true } };
    expect(evaluate(autoplaySound, built).status).toBe('na');
  });
});
