import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { ariaRoleValid } from './aria-role-valid.ts';

const of = (body: string) => outcomeOf(ariaRoleValid, { body });

it.each([
  ['a role, in any case', '<div role="Button">'],
  ['a role after one that does not exist', '<input role="searchfield searchbox">'],
  ['roles of the drafts', '<b role=text>a</b><img role=image><p role=sectionheader>'],
  ['roles of books and graphics', '<p role=doc-abstract><svg role="graphics-object img"></svg>'],
  ['a placeholder of a template next to a role', '<p role="{{ role }}"><p role=note>'],
  ['a name of another vocabulary', '<p role="foaf:img">'],
  ['a deprecated role', '<ul role=directory>'],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  ['no role', '<p aria-label=x>'],
  ['an empty role', '<p role><p role=" ">'],
  ['a hidden element', '<p hidden role=x><p aria-hidden=true role=x>'],
  ['only a placeholder', '<p role="{{ role }}">'],
])('does not apply to %s', async (_what, body) => {
  expect((await of(body)).status).toBe('na');
});

it('reports roles that do not exist, with the share of the others', async () => {
  expect(await of('<p role=nav>\n<p role="lnik foo"><p role=note><p role=note>')).toMatchObject({
    status: 'warn',
    summary: '2 elements have roles that do not exist: "nav", "lnik foo".',
    value: { elements: 4, wrong: 2 },
    evidence: [{ text: '<p role=nav>' }, { line: 2 }],
    points: 0.405,
  });
});

it('reports abstract roles', async () => {
  expect(await of('<p role=widget>')).toMatchObject({
    status: 'fail',
    summary: '1 element has a role that does not exist: "widget".',
  });
});
