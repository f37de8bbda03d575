import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { widgetName } from './widget-name.ts';

const of = (body: string) => outcomeOf(widgetName, { body });
const script = '<script src="/app.js"></script>';

it.each([
  '<div role="dialog" aria-label="Order">Bread</div>',
  '<div role="dialog" aria-labelledby="h"><h2 id="h">Order</h2></div>',
  '<dialog open title="Order">Bread</dialog>',
  '<div role="progressbar" aria-label="Upload"></div>',
  '<label>Upload <progress value="4"></progress></label>',
  '<label for="m">Flour left</label><meter id="m" value="4"></meter>',
  '<meter value="4" aria-label="Flour left"></meter>',
  '<div role="tooltip">Baked today</div>',
  '<ul role="tree"><li role="treeitem">Rye</li></ul>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  '<div role="dialog">Bread</div>',
  '<div role="alertdialog"><h2>Order</h2></div>',
  '<dialog open>Bread</dialog>',
  '<div role="dialog" aria-labelledby="missing">Bread</div>',
  `<div role="dialog">Bread</div>${script}`,
  '<div role="progressbar" aria-valuenow="4">4 %</div>',
  '<div role="meter" aria-label=" ">4</div>',
  '<progress value="4"></progress>',
  '<meter value="4">4</meter>',
  `<meter value="4">4</meter>${script}`,
  '<div role="tooltip"><img src="x.svg" alt=""></div>',
  '<ul role="tree"><li role="treeitem"><i class="icon"></i></li></ul>',
])('fails %s', async (body) => {
  expect(await of(body)).toMatchObject({
    status: 'fail',
    value: { widgets: 1, without: 1 },
    evidence: [{ kind: 'html' }],
  });
});

// The page shows them when a script has filled them in.
it.each([
  `<div role="dialog" aria-labelledby="h"><h2 id="h"></h2>Bread</div>${script}`,
  `<div role="dialog" aria-label="">Bread</div>${script}`,
  `<div role="dialog" id="consent"></div>${script}`,
  `<div role="tooltip"></div>${script}`,
  '<div role="dialog" :aria-label="title">Bread</div>',
  '<my-dialog role="dialog">Bread</my-dialog>',
  '<div role="dialog" class="d-none">Bread</div>',
  '<div role="progressbar" class="bar hidden"></div>',
])('does not accuse %s', async (body) => {
  expect(await of(body)).toMatchObject({ status: 'pass', value: { without: 0 } });
});

it.each([
  '<dialog>Bread</dialog>',
  '<div role="dialog" aria-hidden="true">Bread</div>',
  '<div role="progressbar" hidden></div>',
  '<div style="display: none"><progress></progress></div>',
  '<dialog open role="none">Bread</dialog>',
  '<img role="meter" alt="Flour left">',
  '<p>Bread</p>',
])('does not apply to %s', async (body) => {
  expect(await of(body)).toMatchObject({
    status: 'na',
    summary: 'The page shows no dialog, progress bar, meter, tooltip or tree item.',
  });
});

it('gives the share of those that have one', async () => {
  const body = '<div role="meter" title="Flour"></div><progress></progress><dialog open>A</dialog>';
  expect(await of(body)).toMatchObject({
    status: 'warn',
    points: 0.262,
    summary: '2 of 3 dialogs, progress bars, meters, tooltips and tree items have no name.',
  });
});
