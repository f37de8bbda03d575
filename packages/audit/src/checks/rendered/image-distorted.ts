import { elementEvidence } from '../../readings/axe-outcome.ts';
import { countText } from '../../readings/count-text.ts';
import { maxEvidence } from '../../readings/evidence.ts';
import { layoutOf, notMeasured } from '../../readings/layout-of.ts';
import { receivedImagesOf } from '../../readings/shown-images.ts';
import type { ShownImage } from '../../render/renderer.ts';
import type { Check } from '../check.ts';

/** Lighthouse allows a difference of two pixels. */
const tolerated = 2;

/** @remarks We tolerate five percent: no one sees less. */
const visible = 0.05;

/**
 * @remarks We leave out what is marked as decoration or smaller than 50 pixels: lines, icons and placeholders, which
 * are stretched on purpose.
 */
const small = 50;

/** Images have the proportions of their files. */
export const imageDistorted: Check = {
  id: 'image-distorted',
  category: 'miscellaneous',
  importance: 'low',
  reads: 'browser',
  title: 'Images keep their proportions',
  advice:
    'Add height: auto to the styles of the quoted images, or object-fit: cover where they must fill a box.',
  why: 'People and products look squeezed or stretched, which makes the whole page look careless.',
  source: 'https://developer.chrome.com/docs/lighthouse/best-practices/image-aspect-ratio',
  run: (facts) => {
    const layout = layoutOf(facts);
    if (layout === null) return notMeasured;
    const { measured } = layout.images;
    if (measured === 0) return { status: 'na', summary: 'The page shows no images.' };
    const distorted = receivedImagesOf(facts)
      .map(({ image }) => image)
      .filter(isDistorted);
    const value = { images: measured, distorted: distorted.length };
    if (distorted.length === 0) {
      const summary = `Images that are squeezed or stretched: 0 of ${countText(measured)}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `${countText(distorted.length)} of ${countText(measured)} images ${distorted.length === 1 ? 'is' : 'are'} squeezed or stretched on a phone.`,
      value,
      evidence: distorted
        .slice(0, maxEvidence)
        .map((image) => elementEvidence(image, measuredText(image))),
    };
  },
};

function isDistorted({ file, drawn, isDecorative }: ShownImage): boolean {
  if (isDecorative) return false;
  if (Math.min(file.width, file.height, drawn.width, drawn.height) < small) return false;
  const shape = file.width / file.height;
  const differences = [drawn.width - drawn.height * shape, drawn.height - drawn.width / shape];
  const stretched = drawn.width / drawn.height / shape;
  return (
    Math.min(...differences.map(Math.abs)) > tolerated &&
    Math.max(stretched, 1 / stretched) > 1 + visible
  );
}

function measuredText({ file, drawn }: ShownImage): string {
  return `(${countText(file.width)} × ${countText(file.height)} pixels, shown as ${countText(drawn.width)} × ${countText(drawn.height)})`;
}
