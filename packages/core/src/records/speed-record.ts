import type { RenderFailure, SpeedSummary } from '../store/report.ts';
import { declareRecord, from } from './declare-record.ts';
import {
  arraySchema,
  booleanSchema,
  countSchema,
  enumSchema,
  nullable,
  numberSchema,
  objectSchema,
  orNull,
  refOrNull,
  refTo,
  type Schema,
  stringSchema,
} from './schema.ts';

type Measured = Extract<SpeedSummary, { readonly status: 'measured' }>;
type Blocking = Measured['totalBlockingTime'];
type Shift = Measured['cumulativeLayoutShift']['shifts'][number];
type Cause = NonNullable<Shift['cause']>;
type Load = Measured['load'];
type LargestPaint = NonNullable<Measured['largestContentfulPaint']>;

/** Why a page was not loaded in a browser. */
export const renderFailures: Readonly<Record<RenderFailure, string>> = {
  renderer_unavailable: 'no browser was available',
  render_timed_out: 'it took too long',
  render_too_large: 'it needs too much memory or too many requests',
  render_crashed: 'the page crashed',
  render_refused: 'it could not be loaded',
};

const metricMembers = {
  value: numberSchema('The median of all loads: milliseconds, or the score of a shift.', 0),
  min: numberSchema('The smallest value.', 0),
  max: numberSchema('The largest value.', 0),
  rating: enumSchema<'good' | 'needs_improvement' | 'poor'>(
    'How the value compares with its limits.',
    {
      good: 'FCP up to 1.8 s, LCP up to 2.5 s, CLS up to 0.1, TBT up to 200 ms',
      needs_improvement: 'between both',
      poor: 'FCP over 3 s, LCP over 4 s, CLS over 0.25, TBT over 600 ms',
    },
  ),
};

const element = {
  selector: stringSchema('Selects the element in the page as built.'),
  html: stringSchema('Its start tag, cut to 300 characters.', 300),
};

const metric = declareRecord<NonNullable<Measured['firstContentfulPaint']>>()(
  'A metric over all loads.',
  metricMembers,
);

const paintParts = declareRecord<NonNullable<LargestPaint['parts']>>()(
  'What the time consists of, in milliseconds.',
  {
    first_byte_ms: numberSchema('Until the first byte of the page.', 0),
    request_delay_ms: numberSchema('From there until the picture is requested; 0 for text.', 0),
    download_ms: numberSchema('Until the picture is received; 0 for text.', 0),
    paint_delay_ms: numberSchema('Until it is shown.', 0),
  },
);

const largestPaint = declareRecord<LargestPaint>()(
  'The largest text or picture of the first screen.',
  {
    ...metricMembers,
    element: refOrNull('The element; `null` if scripts removed it.', 'PageElement'),
    url: orNull(stringSchema('The URL of the picture; `null` for text.')),
    unfinished: from(
      booleanSchema(
        'Whether the picture was still being received when the measurement ended: its time is longer than `value`, and `rating` is `poor`.',
      ),
      ({ isUnfinished = false }) => isUnfinished,
    ),
    parts: from(
      refOrNull(
        'What the time consists of; `null` for a picture whose file is not known, or not received.',
        'LargestContentfulPaintParts',
      ),
      ({ parts }) => parts && paintParts.record(parts),
    ),
  },
);

const layoutShift = declareRecord<Shift>()('Elements that moved at the same time.', {
  at_ms: numberSchema('When, in milliseconds.', 0),
  score: numberSchema('How far, as a share of the screen.', 0),
  moved: arraySchema('The elements, at most five.', refTo('PageElement')),
  cause: refOrNull(
    'What seems to have moved them; `null` if that is not known.',
    'LayoutShiftCause',
  ),
});

const layoutShifts = declareRecord<Measured['cumulativeLayoutShift']>()(
  'How far elements moved while the page loaded.',
  {
    ...metricMembers,
    shifts: from(
      arraySchema('The largest shifts, at most ten.', refTo('LayoutShift')),
      ({ shifts }) => shifts.map(layoutShift.record),
    ),
  },
);

const blockingTime = declareRecord<Blocking>()(
  'How long the page did not respond after its first paint: of each task what is over 50 ms.',
  {
    ...metricMembers,
    tasks: countSchema('How many tasks took more than 50 ms.'),
    scripts: arraySchema(
      'What of the time each script took, the largest first, at most ten. The `url` is empty if the browser does not say.',
      refTo('TimedFile'),
    ),
  },
);

const loadedType = stringSchema(
  'As browsers name it: `document`, `script`, `stylesheet`, `image`, `font`, `xhr`, `fetch`, `media` or `other`.',
);

const loadedFile = declareRecord<Load['requests'][number]>()('A request of the page.', {
  url: stringSchema('Cut to 300 characters.', 300),
  type: loadedType,
  status: orNull(countSchema('The HTTP status; `null` if no response came.')),
  bytes: countSchema('What was received, with the head of the response.'),
  start_ms: countSchema('When it was sent.'),
  response_ms: orNull(countSchema('When the head of the response was there; `null` if none came.')),
  end_ms: orNull(
    countSchema(
      'When the last byte was there, or it failed; `null` if it went on when the measurement ended.',
    ),
  ),
  blocking: from(
    booleanSchema('Whether the first paint waited for it.'),
    ({ isBlocking }) => isBlocking,
  ),
  third_party: from(
    booleanSchema('Whether it went to another domain than that of the page.'),
    ({ isThirdParty }) => isThirdParty,
  ),
});

const loadedPart = declareRecord<Load['weight'][number]>()('What came of one type from one host.', {
  type: loadedType,
  host: orNull(
    stringSchema('Its last 100 characters; `null` for all hosts that are not listed.', 100),
  ),
  third_party: from(
    booleanSchema('Whether the host belongs to another domain than the page.'),
    ({ isThirdParty }) => isThirdParty,
  ),
  requests: countSchema('How many requests.'),
  bytes: countSchema('What was received.'),
});

const filmMoment = declareRecord<Load['film'][number]>()('A picture of the page.', {
  at_ms: countSchema('When the screen began to show it.'),
  bytes: countSchema('The size of the picture.'),
});

const pageLoad = declareRecord<Load>()(
  'What was loaded when: the load with the median of the largest paint. Times in milliseconds since the navigation.',
  {
    first_contentful_paint_ms: orNull(
      countSchema('The first text or picture on the screen; `null` without one.'),
    ),
    largest_contentful_paint_ms: orNull(
      countSchema(
        'The largest text or picture of the first screen; `null` without one, or if it was not complete when the measurement ended.',
      ),
    ),
    dom_content_loaded_ms: orNull(
      countSchema(
        'When the document was read, and its deferred scripts had run; `null` if that did not happen.',
      ),
    ),
    loaded_ms: orNull(
      countSchema(
        'When the page was loaded with its pictures, style sheets and frames; `null` if that did not happen.',
      ),
    ),
    request_count: countSchema('How many requests were sent.'),
    requests: from(
      arraySchema('The first requests, at most 100.', refTo('LoadedFile')),
      ({ requests }) => requests.map(loadedFile.record),
    ),
    weight: from(
      arraySchema(
        'What was received in all requests, by type and host, the heaviest first.',
        refTo('LoadedPart'),
      ),
      ({ weight }) => weight.map(loadedPart.record),
    ),
    film: from(
      arraySchema(
        'When the pictures of the load were taken, at most eight: `getScreenshot` returns them.',
        refTo('FilmMoment'),
      ),
      ({ film }) => film.map(filmMoment.record),
    ),
  },
);

/** A speed that was not measured has the same members as one that was. */
const notMeasured = {
  reason: null,
  message: null,
  runs: 0,
  firstContentfulPaint: null,
  largestContentfulPaint: null,
  cumulativeLayoutShift: null,
  totalBlockingTime: null,
  blockingFiles: [],
  unusedPreloads: [],
  load: null,
  isBusy: false,
};

function withAllMembers(speed: SpeedSummary) {
  return { ...notMeasured, ...speed };
}

const declaredSpeed = declareRecord<ReturnType<typeof withAllMembers>>()(
  'How fast the page was loaded by a phone with a slow connection: 150 ms and 1.6 Mbit/s, with a processor four times slower than that of the server.',
  {
    status: enumSchema<SpeedSummary['status']>('Whether the speed was measured.', {
      measured: 'it was measured',
      failed: 'it was not: see `reason`',
    }),
    reason: nullable(
      enumSchema<RenderFailure>('Why it was not measured; `null` if it was.', renderFailures),
    ),
    message: nullable(stringSchema('The reason, in a sentence; `null` if it was measured.')),
    runs: countSchema('How many times the page was loaded.'),
    first_contentful_paint: from(
      refOrNull(
        'The first text or picture on the screen (FCP); `null` without one.',
        'SpeedMetric',
      ),
      ({ firstContentfulPaint: paint }) => paint && metric.record(paint),
    ),
    largest_contentful_paint: from(
      refOrNull(
        'The largest text or picture of the first screen (LCP); `null` without one.',
        'LargestContentfulPaint',
      ),
      ({ largestContentfulPaint: paint }) => paint && largestPaint.record(paint),
    ),
    cumulative_layout_shift: from(
      refOrNull(
        'How far elements moved while the page loaded (CLS); `null` if it was not measured.',
        'CumulativeLayoutShift',
      ),
      ({ cumulativeLayoutShift: shift }) => shift && layoutShifts.record(shift),
    ),
    total_blocking_time: from(
      refOrNull(
        'How long the page did not respond after its first paint (TBT); `null` if it was not measured.',
        'TotalBlockingTime',
      ),
      ({ totalBlockingTime: time }) => time && blockingTime.record(time),
    ),
    blocking_files: arraySchema(
      'Style sheets and scripts that the first paint waited for, the last one first.',
      refTo('TimedFile'),
    ),
    unused_preloads: arraySchema(
      'Preloaded files that were not used within a few seconds.',
      stringSchema('The URL.'),
    ),
    load: from(
      refOrNull(
        'The requests of a load, and what they weigh; `null` if it was not measured.',
        'PageLoad',
      ),
      ({ load }) => load && pageLoad.record(load),
    ),
    busy: from(
      booleanSchema('Whether the page still sent requests when the measurement ended.'),
      ({ isBusy }) => isBusy,
    ),
  },
);

/** How fast a page was loaded in a browser, as JSON. */
export function speedRecord(speed: SpeedSummary) {
  return declaredSpeed.record(withAllMembers(speed));
}

/** The schemas of the speed of a page, by name. */
export const speedSchemas = {
  Speed: declaredSpeed.schema,
  SpeedMetric: metric.schema,
  LargestContentfulPaint: largestPaint.schema,
  LargestContentfulPaintParts: paintParts.schema,
  CumulativeLayoutShift: layoutShifts.schema,
  LayoutShift: layoutShift.schema,
  LayoutShiftCause: objectSchema<Cause>('What seems to have moved elements.', {
    kind: enumSchema<Cause['kind']>('What it is.', {
      image: 'an image without a size',
      added: 'an element that was added later',
      font: 'a font that was loaded later',
    }),
    element: refOrNull('The image or the element; `null` for a font.', 'PageElement'),
    url: orNull(stringSchema('The file of the image or font; `null` without one.')),
  }),
  TotalBlockingTime: blockingTime.schema,
  PageLoad: pageLoad.schema,
  LoadedFile: loadedFile.schema,
  LoadedPart: loadedPart.schema,
  FilmMoment: filmMoment.schema,
  TimedFile: objectSchema<Blocking['scripts'][number]>('A file and a time.', {
    url: stringSchema('Its URL.'),
    ms: numberSchema('Milliseconds.', 0),
  }),
  PageElement: objectSchema<Shift['moved'][number]>('An element of a page.', element),
} as const satisfies Readonly<Record<string, Schema>>;
