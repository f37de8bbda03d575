/** Average number of reports of a website. */
const reportsPerWebsite = 10;

/** The owner of nine of ten websites, whose listings are measured. */
export const mainOwner = 'main';

/** The id of a website of the main owner with one report in twenty. */
export const bigWebsiteId = 2;

const words = ['shop', 'blog', 'news', 'cloud', 'garden', 'music', 'travel', 'health', 'sport'];

/** A website to insert, in this order. */
export function websiteAt(index: number) {
  const domain = `${words[index % words.length]}-${index}.example`;
  return { owner_id: ownerAt(index), domain, domain_search: domain, share_token: domain };
}

/** The number of websites for this many reports. */
export function websitesFor(reports: number): number {
  return Math.ceil(reports / reportsPerWebsite);
}

/** A report to insert, of the website at an index, with scattered sort keys. */
export function reportAt(index: number) {
  const isOfBig = index % 20 === 7;
  const website = isOfBig ? bigWebsiteId - 1 : Math.floor(index / reportsPerWebsite);
  const mixed = Math.imul(index + 1, 2_654_435_761) >>> 0;
  const score = mixed % 101;
  const { domain } = websiteAt(website);
  const path = `${words[mixed % 7]}/${mixed.toString(36)}`;
  // One in ten uses http, which sorts first.
  const url = `${mixed % 10 === 3 ? 'http' : 'https'}://www.${domain}/${path}`;
  return {
    owner_id: ownerAt(website),
    website,
    url,
    url_search: url,
    final_url: url,
    title: `Page ${mixed.toString(36)} of ${domain}`,
    score,
    result: score >= 80 ? 'good' : score >= 50 ? 'decent' : 'bad',
    http_status: 200,
    ruleset_version: '1',
    share_token: `token-${mixed.toString(36)}`,
    created_at: createdAt(index).getTime(),
  };
}

/** When the report at an index was created: one a second. */
export function createdAt(index: number): Date {
  return new Date(1_760_000_000_000 + index * 1000);
}

function ownerAt(website: number): string {
  return website % 10 === 0 ? `other-${website % 1000}` : mainOwner;
}

/** SQL that computes every counter from the rows, for both databases. Every report has its own URL. */
export const countEverything = [
  `update sitegrade_websites set reports_count = c.n, score_sum = c.s, good_count = c.good,
      decent_count = c.decent, bad_count = c.bad, latest_count = c.n, latest_sum = c.s,
      score = (c.s * 2 + c.n) / (c.n * 2), average_tenths = (c.s * 20 + c.n) / (c.n * 2)
    from (select website_id, count(*) as n, sum(score) as s,
        count(case result when 'good' then 1 end) as good,
        count(case result when 'decent' then 1 end) as decent,
        count(case result when 'bad' then 1 end) as bad
      from sitegrade_reports group by website_id) as c
    where c.website_id = sitegrade_websites.id`,
  'delete from sitegrade_owner_totals',
  `insert into sitegrade_owner_totals
    (owner_id, websites_count, reports_count, good_count, decent_count, bad_count)
    select owner_id, count(*), sum(reports_count), sum(good_count), sum(decent_count),
      sum(bad_count) from sitegrade_websites group by owner_id`,
];
