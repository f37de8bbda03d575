import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { linkName } from './link-name.ts';

// The rule that the cases cover:
// https://www.w3.org/WAI/standards-guidelines/act/rules/c487ae/

const of = (body: string) => outcomeOf(linkName, { body });

it.each([
  '<a href=/>Home</a>',
  '<a href=/><img src=a.png alt=Home></a>',
  '<a href=/><img src=a.png title=Home></a>',
  '<a href=/><img src=a.png aria-label=Home></a>',
  '<a href=/ title=Home><img src=a.png alt=""></a>',
  '<a href=/ aria-label=Home><i class=icon></i></a>',
  '<a href=/><svg><title>Home</title><path d=""/></svg></a>',
  '<a href=/><svg aria-label=Home><path d=""/></svg></a>',
  '<a href=/><i class=icon title=Home></i></a>',
  '<p id=t>Home</p><a href=/ aria-labelledby=t></a>',
  '<a href=/><img src=a.png aria-labelledby=t></a><p id=t>Home</p>',
  '<a href=/><i aria-labelledby=t></i></a><p id=t>Home</p>',
  '<a href=/><svg role=img aria-labelledby=t></svg></a><p id=t>Home</p>',
  '<a href=/ aria-labelledby=t></a><img id=t alt=Home src=a.png>',
  '<a href=/><input type=image src=a.png alt=Home></a>',
  '<a href=/><img src=a.png alt=Home role=none aria-live=polite></a>',
  '<a href=/><img src=a.png alt="">Home</a>',
  '<a href=/><iframe title=Home></iframe></a>',
  '<a href=/><object data=a.svg aria-label=Home></object></a>',
  '<a href=/ class=off>Home</a><style>.off { position: absolute; left: -9999px }</style>',
  '<button role=link onclick="go()">Home</button>',
  '<span role=doc-noteref>1</span>',
  '<div role=link tabindex=0>Home</div>',
  '<map name=m><area href=/ alt=Home></map>',
  '<a href=/ role=doc-biblioref>Rules</a>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  '<a href=/></a>',
  '<a href=/> &nbsp; </a>',
  '<a href=/><img src=a.png alt=""></a>',
  '<a href=/><img src=a.png alt=Home role=none></a>',
  '<a href=/><span aria-hidden=true>Home</span></a>',
  '<a href=/><i class="icon"></i></a>',
  '<a href=/><img src=a.png aria-labelledby=t></a><p id=t></p>',
  '<a href=/ style="left: -9999px; position: absolute"><img src=a.png></a>',
  '<a href=/ role=none> </a>',
  '<a href=/ role=presentation></a>',
  '<a href=/ aria-label=" \t \n "></a>',
  '<a href=/ title=""></a>',
  '<a href=/ aria-labelledby=gone></a>',
  '<a href=/><img src=a.png title=""></a>',
  '<a href=/><img src=a.png aria-labelledby=gone></a>',
  '<a href=/><i title=Home aria-hidden=true></i></a>',
  '<a href=/><template>Home</template><!-- Home --></a>',
  '<span role=doc-noteref></span>',
  '<a href=/ role=doc-biblioref><img src=a.png alt=""></a>',
  '<a role=link tabindex=0></a>',
  '<div role=link></div>',
  '<map name=m><area href=/></map>',
])('fails %s', async (body) => {
  expect(await of(body)).toMatchObject({ status: 'fail', points: 0, evidence: [{ line: 1 }] });
});

it('gives the share of links that have one, and quotes the others', async () => {
  expect(await of('<a href=/a>A</a>\n<a href=/b></a>')).toMatchObject({
    status: 'warn',
    points: 0.405,
    summary: '1 of 2 links has no text and no label.',
    evidence: [{ text: '<a href=/b>', line: 2, column: 1 }],
  });
});

it.each([
  '<a></a>',
  '<a name=top></a>',
  '<a href=/ role=button></a>',
  '<a href=/ aria-hidden=true></a>',
  '<a href=/ hidden></a>',
  '<a href=/ style="visibility: hidden"></a>',
  '<div inert><a href=/></a></div>',
  '<nav style="display:none"><a href=/></a></nav>',
  '<map name=m><area shape=rect></map>',
  '<map name=m><area href=/ role=button></map>',
  '<template><a href=/></a></template>',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});
