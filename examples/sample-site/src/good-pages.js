// @ts-check
import { carefulPage } from './careful-page.js';

/** Pages without important problems, if read over https. */

export const home = carefulPage({
  title: 'Kettle and Spoke, a bicycle workshop by the canal',
  description:
    'Kettle and Spoke repairs bicycles while you drink tea: honest prices, spare parts for old frames, and three short guides for looking after a bicycle at home.',
  heading: 'A bicycle workshop with a kettle',
  main: `<p>Kettle and Spoke is a small bicycle workshop in an old boathouse by the canal. Two people work
here, one stand each, and there is always water on the boil. Most bicycles that come in have one
complaint and three causes, so we begin every visit the same way: the bicycle goes on the stand, you
get a cup of tea, and we look at it together before we name a price.</p>
<h2>What we do</h2>
<p>We true wheels, replace bearings, fit chains and cables, and build a wheel from nothing when a
rim is past saving. We like old steel frames and keep a wall of parts for them: cotter pins, quill
stems, brake blocks in lengths that are no longer made. If a part cannot be found, we try to turn
one on the lathe at the back. New bicycles are welcome too, although we may ask you to read out the
small print on the motor while we search for the right spanner.</p>
<h2>What we would rather teach</h2>
<p>Some work is not worth a visit. A dirty chain, a soft tyre and a squeaking brake can be put right
at a kitchen table, and once you have done it, you will do it again. For these we wrote guides: one
about <a href="/guides/chain">cleaning and oiling a chain</a>, one about
<a href="/guides/winter">riding through the winter</a>, and one about
<a href="/guides/puncture">fixing a puncture beside the road</a>. Each takes five minutes to read
and needs no tool that costs more than lunch.</p>
<h2>When to come</h2>
<p>The doors are open from Tuesday to Saturday, from nine until the light goes. Mornings are quiet,
and a repair that is brought before ten is mostly ready the same evening. We do not take bookings,
because bicycles do not break by appointment. Ring the brass bell if you see no one: one of us
is then under a bicycle, and the other is filling the kettle. In the last week of every month we lend
the stands to anyone who wants to work alone, and stand beside with good advice, which may be
ignored without offence.</p>
`,
});

export const chain = carefulPage({
  title: 'How to clean and oil a bicycle chain',
  description:
    'A clean chain lasts three times as long. This short guide shows how to clean and oil a bicycle chain with a rag, a brush and ten drops of oil.',
  heading: 'Cleaning and oiling a bicycle chain',
  main: `<p>A bicycle chain has more than a hundred joints, and each of them turns a few thousand times in
an hour. Sand between the joints works like a file. That is all there is to know about wear: a chain
does not stretch, it is ground away from inside, and then it grinds the teeth it runs on. A quarter of
an hour every few weeks is enough to prevent it.</p>
<h2>What you need</h2>
<p>Take two rags, an old toothbrush, some washing-up liquid in warm water and a bottle of chain oil.
Kitchen oil turns to glue within days, and the thin spray that loosens screws washes out the grease
that should stay. Wear clothes that you do not love.</p>
<h2>Clean first</h2>
<p>Lean the bicycle against a wall with the chain towards you. Hold a damp rag around the lower run
of the chain and turn the pedals backwards for a minute, moving the rag to a clean spot whenever it
is black. Brush the plates from both sides, then scrape the dirt from the two small wheels of the
rear gear, where most of it hides. Wipe everything once more with clear water, and let the chain dry.
Oil on a wet chain floats on the water and never reaches the inside.</p>
<h2>Oil second</h2>
<p>Find the link that can be opened, or mark any link with chalk. Put one small drop on every roller,
once around, while you turn the pedals slowly with the other hand. More oil does not mean less wear.
Turn the pedals for half a minute, wait for as long as it takes to drink a cup of tea, and then wipe
the outside until the rag stays almost clean. What remains inside is what works; what remains outside
only collects the next load of sand.</p>
<h2>When it is too late</h2>
<p>Try to lift the chain from the front teeth with two fingers. If you can see daylight below it, the
chain is worn, and a new one will save the rest of the gears. Measure with a ruler if you are not
sure: twelve links of a new chain are as long as twelve inches, and an eighth of an inch more is the
end of it. Bring it to <a href="/">our workshop</a>, where we keep the three common widths.</p>
`,
});

export const winter = carefulPage({
  title: 'Riding a bicycle through the winter',
  description:
    'Salt, darkness and ice: what a bicycle and its rider need to get through the winter, from soft tyres to dry socks, in one short guide from our workshop.',
  heading: 'Riding through the winter',
  main: `<p>You do not have to ride a bicycle through the winter. Those who do it anyway like the empty roads
and the good air, and are warm sooner than anyone who waits for a bus. A few
habits make the difference between a pleasant hour and a ruined bearing, and hardly any of them cost
money.</p>
<h2>Tyres and brakes</h2>
<p>Let some air out. A tyre at the lower end of the range that is printed on its side has more rubber
on the ground, and rubber on the ground is all that holds you on wet leaves. On real ice only studs
help. Brake earlier and with both hands, and remember that the front wheel forgives nothing when it
slides. Rim brakes want a wipe after every wet ride, since the black paste on the rim is half brake
block and half aluminium, and the next braking presses it back in.</p>
<h2>Light</h2>
<p>Ride as if you were invisible, and then do everything so that you are not. A steady light in front
and behind is seen more reliably than a blinking one, because drivers estimate the distance by it. Point
the front lamp at the road and not into faces. Reflecting tape on the cranks is cheap and moves up
and down, which the eye of a tired driver reads at once as a person on a bicycle.</p>
<h2>Salt</h2>
<p>Road salt creeps into every thread and turns to rust in a warm hallway within a night. Rinse the
bicycle with a watering can of cold water when you come home, never with a pressure washer, and oil
the <a href="/guides/chain">chain</a> twice as often as in summer. A drop of grease on the seat post
in November saves an afternoon with a hammer in March.</p>
<h2>The rider</h2>
<p>Hands and feet get cold first, the rest of you is an oven. Wear thin layers, start the ride feeling
slightly too cold, and keep a dry pair of socks where you are going. Eat something before you leave.
And when the forecast says freezing rain, take the bus: even the oldest mechanic in our workshop,
who has ridden every day since she was nine, does not argue with freezing rain.</p>
`,
});

export const puncture = carefulPage({
  title: 'Fixing a bicycle puncture beside the road',
  description:
    'A flat tyre is ten minutes of work. Where to look for the hole, how to make a patch hold, and how not to pinch the new tube, step by step.',
  heading: 'Fixing a puncture beside the road',
  main: `<p>Sooner or later every bicycle tyre goes flat, mostly in the rain and never in front of a workshop.
Fixing it takes ten minutes for someone who has done it before and half an hour for someone who
has not. Practise once at home, on the rear wheel, with a cup of tea beside you, and the first
puncture on the road will lose its terror.</p>
<h2>Take the wheel out</h2>
<p>Shift to the smallest cog behind, open the brake, and turn the bicycle upside down. Loosen the axle
and let the wheel drop out towards you. Before you touch the tyre, look at it: turn the wheel slowly
and search for glass, a thorn or a nail, and remember the place in relation to the valve. What made
the hole is often still there, and it would make the next hole as well.</p>
<h2>Find the hole</h2>
<p>Lift one side of the tyre over the rim with two levers, beginning opposite the valve. Pull out the
tube and pump it up to twice its size. Now listen, and then pass it slowly in front of your lips,
which feel a draught that fingers miss. One hole means a thorn. Two holes side by side, like the bite
of a snake, mean that there was too little air and that the rim has pinched the tube on an edge.</p>
<h2>Make the patch hold</h2>
<p>Roughen the rubber around the hole with sandpaper, wider than the patch. Spread a thin film of
glue and then wait until it looks dull and no longer sticks to a finger. Most people are too
impatient here, and it is the only reason why patches come off. Press the patch on hard, from the
middle outwards, with a coin or the end of a lever, for as long as a song.</p>
<h2>Put it back</h2>
<p>Run your fingers gently round the inside of the tyre to find what was sharp. Put a little air into
the tube so that it keeps its shape, lay it in, and push the tyre over the rim with your thumbs,
ending at the valve. Do not use a lever: that is how new holes are made. Pump until the tyre is hard,
put the wheel in, close the brake, and only then ride on. If it fails twice,
<a href="/">our workshop</a> has tubes in all sizes.</p>
`,
});
