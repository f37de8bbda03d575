/** A library that pages load as a separate file. */
export interface KnownLibrary {
  /** Its name in the list of vulnerable versions. */
  readonly key: string;
  /** Its name for people. */
  readonly name: string;
  /**
   * Its folders on CDNs, lower-case: `jquery` in `/ajax/libs/jquery/1.12.4/jquery.min.js` and in
   * `/npm/jquery@1.12.4/dist/jquery.min.js`.
   */
  readonly folders: readonly string[];
  /** Its main files, lower-case, without `.min` and `.js`; others are parts, languages or plugins. */
  readonly files: readonly string[];
  /**
   * Whether scripts of sites have the same name: `video-1.2.0.js`. Then only a folder of the library counts.
   */
  readonly commonName?: boolean;
}

/**
 * The libraries whose versions are compared with known vulnerabilities: those that public pages often load
 * from a URL with the version. Left out are libraries whose advisories need templates or options from an
 * attacker (Handlebars, Lodash, Underscore) or a browser of long ago (Knockout), editors, and those that are
 * usually bundled.
 */
export const libraries: readonly KnownLibrary[] = [
  { key: 'jquery', name: 'jQuery', folders: ['jquery'], files: ['jquery'] },
  {
    key: 'jquery-ui',
    name: 'jQuery UI',
    folders: ['jqueryui', 'jquery-ui', 'jquery.ui'],
    files: ['jquery-ui'],
  },
  {
    key: 'jquery-mobile',
    name: 'jQuery Mobile',
    folders: ['jquery-mobile', 'jquerymobile', 'jquery.mobile'],
    files: ['jquery.mobile'],
  },
  {
    key: 'jquery-validation',
    name: 'jQuery Validation',
    folders: ['jquery-validate', 'jquery-validation', 'jquery.validate'],
    files: ['jquery.validate'],
  },
  {
    key: 'jquery.prettyPhoto',
    name: 'prettyPhoto',
    folders: ['prettyphoto', 'jquery-prettyphoto'],
    files: ['jquery.prettyphoto'],
  },
  {
    key: 'jquery.datatables',
    name: 'DataTables',
    folders: ['datatables', 'datatables.net'],
    files: ['jquery.datatables'],
  },
  {
    key: 'bootstrap',
    name: 'Bootstrap',
    folders: ['bootstrap', 'twitter-bootstrap'],
    files: ['bootstrap', 'bootstrap.bundle'],
  },
  {
    key: 'bootstrap-select',
    name: 'bootstrap-select',
    folders: ['bootstrap-select'],
    files: ['bootstrap-select'],
  },
  {
    key: 'angularjs',
    name: 'AngularJS',
    folders: ['angularjs', 'angular.js', 'angular'],
    files: ['angular'],
  },
  {
    key: 'mustache.js',
    name: 'mustache.js',
    folders: ['mustache.js', 'mustache'],
    files: ['mustache'],
  },
  { key: 'select2', name: 'Select2', folders: ['select2'], files: ['select2', 'select2.full'] },
  { key: 'highcharts', name: 'Highcharts', folders: ['highcharts'], files: ['highcharts'] },
  { key: 'c3', name: 'C3.js', folders: ['c3'], files: ['c3'] },
  {
    key: 'video.js',
    name: 'Video.js',
    folders: ['video.js', 'videojs'],
    files: ['video'],
    commonName: true,
  },
  { key: 'quill', name: 'Quill', folders: ['quill'], files: ['quill'] },
  {
    key: 'pdf.js',
    name: 'PDF.js',
    folders: ['pdf.js', 'pdfjs-dist'],
    files: ['pdf'],
    commonName: true,
  },
];
