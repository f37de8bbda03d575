import { load } from 'cheerio';
import Crawler from 'simplecrawler';
import { extract } from './extract.js';
import { measureCrawl } from './measure-crawl.js';

/** Crawls all pages, or those whose addresses match. simplecrawler reads no HTML: cheerio does, as its README suggests. */
await measureCrawl(
  (origin, isIncluded) =>
    new Promise((resolve) => {
      const extracts = [];
      const crawler = new Crawler(`${origin}/item/0`);
      // The default is 250 ms between requests.
      crawler.interval = 1;
      crawler.maxConcurrency = 10;
      crawler.respectRobotsTxt = false;
      crawler.discoverResources = (body, { url }) => {
        const found = extract(load(body.toString('utf8')), url);
        extracts.push(found);
        return found.links;
      };
      if (isIncluded) crawler.addFetchCondition(({ path }) => isIncluded.test(path));
      crawler.on('complete', () => resolve(extracts));
      crawler.start();
    }),
);
