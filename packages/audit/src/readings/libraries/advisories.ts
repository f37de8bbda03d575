// Written by scripts/generate-library-advisories.ts: run it again instead of changing this file.
/*! Vulnerable versions: Retire.js, Apache-2.0, https://github.com/RetireJS/retire.js */

/** The day of the list that the table is taken from. */
export const advisoriesDate = '2026-08-22';

/**
 * Versions of libraries that let others run scripts on the page, one range a line: `key first before
 * severity id`. `before` is `-` where no version is known to be fixed.
 */
export const advisoryTable = `\
jquery 0.0.0 1.6.3 medium CVE-2011-4969
jquery 0.0.0 1.9.0 medium CVE-2012-6708
jquery 1.0.3 3.5.0 medium CVE-2020-11023
jquery 1.1.4 3.4.0 medium CVE-2019-11358
jquery 1.12.0 3.5.0 medium CVE-2020-11022
jquery 1.12.3 3.0.0 medium CVE-2015-9251
jquery 1.2.1 1.9.0 medium CVE-2020-7656
jquery 1.4.0 1.12.0 medium CVE-2015-9251
jquery-ui 0.0.0 1.13.0 medium CVE-2021-41182
jquery-ui 0.0.0 1.13.0 medium CVE-2021-41183
jquery-ui 0.0.0 1.13.0 medium CVE-2021-41184
jquery-ui 0.0.0 1.13.2 medium CVE-2022-31160
jquery-mobile 0.0.0 - high GHSA-fj93-7wm4-8x2g
jquery-validation 0.0.0 1.20.0 medium CVE-2025-3573
jquery.prettyPhoto 0.0.0 3.1.5 medium CVE-2013-6837
jquery.datatables 0.0.0 1.10.10 high CVE-2015-6584
jquery.datatables 0.0.0 1.11.3 medium CVE-2021-23445
bootstrap 0.0.0 3.4.0 medium CVE-2018-20676
bootstrap 0.0.0 3.4.0 medium CVE-2018-20677
bootstrap 1.4.0 3.4.2 medium CVE-2024-6485
bootstrap 2.3.0 3.4.0 medium CVE-2018-14040
bootstrap 2.3.0 3.4.0 medium CVE-2018-14042
bootstrap 3.0.0 3.4.0 medium CVE-2016-10735
bootstrap 3.0.0 3.4.1 medium CVE-2019-8331
bootstrap 3.4.1 3.4.2 medium CVE-2025-1647
bootstrap 4.0.0 4.0.0 medium CVE-2016-10735
bootstrap 4.0.0 4.1.2 medium CVE-2018-14040
bootstrap 4.0.0 4.1.2 medium CVE-2018-14041
bootstrap 4.0.0 4.1.2 medium CVE-2018-14042
bootstrap 4.0.0 4.3.1 medium CVE-2019-8331
bootstrap-select 0.0.0 1.13.6 high CVE-2019-20921
bootstrap-select 0.0.0 1.13.6 medium CVE-2019-20921
angularjs 0.0.0 1.5.0 medium CVE-2019-14863
angularjs 0.0.0 1.6.0 medium GHSA-28hp-fgcr-2r4h
angularjs 0.0.0 1.8.0 medium CVE-2020-7676
angularjs 0.0.0 1.8.0 medium GHSA-5cp4-xmrw-59wf
angularjs 0.0.0 1.8.4 medium CVE-2022-25869
angularjs 1.2.0 1.8.4 high CVE-2026-11998
mustache.js 0.0.0 2.2.1 high CVE-2015-8862
select2 0.0.0 4.0.6 medium CVE-2016-10744
highcharts 0.0.0 7.2.2 high GHSA-gr4j-r575-g665
highcharts 0.0.0 9.0.0 high CVE-2021-29489
highcharts 8.0.0 8.1.1 high GHSA-gr4j-r575-g665
c3 0.0.0 0.4.11 medium CVE-2016-1000240
video.js 0.0.0 7.14.3 medium CVE-2021-23414
quill 0.0.0 1.3.8 medium CVE-2021-3163
quill 2.0.3 2.0.4 low CVE-2025-15056
pdf.js 0.0.0 1.10.100 high CVE-2018-5158
pdf.js 0.0.0 4.2.67 high CVE-2024-4367
pdf.js 2.0.0 2.0.550 high CVE-2018-5158
pdf.js 5.6.83 6.2.108 high CVE-2026-16633
`;
