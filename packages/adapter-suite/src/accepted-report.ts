import type { CheckResult } from '@sitegrade/core';
import type { NewReport } from '@sitegrade/core/store';

const check: CheckResult = {
  category: 'seo',
  importance: 'medium',
  status: 'fail',
  title: '',
  summary: '',
  value: null,
  evidence: [],
  sampled: false,
  advice: null,
  source: 'https://example.org/',
  weight: 20,
  points: 0,
  deduction: 0,
  gain: 0,
};

/** A report with a finding that has two places, and one that quotes nothing. */
export const acceptedReport = {
  url: 'https://example.com/blog/a',
  finalUrl: 'https://example.com/blog/a',
  score: 70,
  scoreUncapped: 70,
  result: 'decent',
  coverage: 1,
  gates: [],
  fixFirst: ['image-alt', 'html-size'],
  checks: {
    'image-alt': {
      ...check,
      title: 'Images have alternative text',
      summary: '2 of 9 images have no alternative text.',
      evidence: [
        { kind: 'html', text: '<img src="a.png">', line: 3, column: 1 },
        { kind: 'html', text: '<img src="b.png">', line: 4, column: 1 },
      ],
      deduction: 20,
    },
    'html-size': {
      ...check,
      title: 'The HTML is small',
      summary: 'The HTML has 8 MB.',
      status: 'warn',
      value: 8,
      deduction: 10,
    },
    csp: { ...check, status: 'pass', points: 1 },
  },
} as const satisfies Partial<NewReport>;
