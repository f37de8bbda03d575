import {
  expectSafePage,
  inputValue,
  openBrowser,
  postActions,
} from '@sitegrade/adapter-suite/browser';
import { useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';
import { acceptedReport } from '../../http/fixtures/accepted-report.ts';
import { eachAcceptedFinding } from '../../index.ts';

const root = '/sitegrade';

// Accepted findings in the console.

describe('pages of accepted findings', () => {
  const api = useApi(() => ({ pages: true, quotas: { acceptedFindings: 2 } }));
  /** A browser of a user who has signed in, with a report. */
  const open = async () => {
    const user = await api().newUser();
    const browser = openBrowser(api());
    await browser.post(`${root}/sign-in`, { key: user.key });
    const { id, websiteId, shareToken } = await user.addReport(acceptedReport);
    const report = `${root}/reports/${id}`;
    const accepted = `${root}/websites/${websiteId}/accepted`;
    const stored = async () => {
      const found = [];
      for await (const one of eachAcceptedFinding(api().context, user.ownerId, websiteId)) {
        found.push(one);
      }
      return found;
    };
    return { user, browser, id, websiteId, shareToken, report, accepted, stored };
  };
  const fingerprintsOf = (html: string) =>
    [...html.matchAll(/name="fingerprint" value="([\da-f]{16})" checked/g)].map(
      ([, fingerprint = '']) => fingerprint,
    );
  const acceptFields = { check: 'image-alt', scope: 'pages', path: '/blog/', expires: '' };

  it('lead from a finding to a form, which accepts its places', async () => {
    const { browser, report, accepted, stored } = await open();
    const before = await browser.get(report);
    expect(before.text).toContain(`href="${report}/accept?check=image-alt"`);
    expect(before.text).toContain(`href="${report}/accept?check=html-size"`);
    expect(before.text).not.toContain(`accept?check=csp`);
    expect(before.text).not.toContain('Accepted findings');
    const form = await browser.get(`${report}/accept?check=image-alt`);
    expectSafePage(form);
    expect(postActions(form.text)).toContain(`${report}/accept`);
    expect(form.text).toContain('2 of 9 images have no alternative text.');
    expect(form.text).toContain('name="scope" value="places" checked');
    expect(inputValue(form.text, 'path')).toBe('/blog/a$');
    const fingerprints = fingerprintsOf(form.text);
    expect(fingerprints).toHaveLength(2);

    const set = await browser.post(`${report}/accept`, {
      check: 'image-alt',
      scope: 'places',
      fingerprint: fingerprints[0] ?? '',
      path: '/ignored',
      reason: ' <b>Decoration</b> ',
      expires: '2099-12-31',
    });
    expect([set.status, set.location]).toEqual([
      ...[303, `${report}?done=finding_accepted#accepted`],
    ]);
    expect(await stored()).toMatchObject([
      {
        check: 'image-alt',
        path: '/blog/a',
        fingerprint: fingerprints[0],
        quote: '<img src="a.png">',
        reason: '<b>Decoration</b>',
        expires: '2099-12-31',
      },
    ]);
    const shown = await browser.get(`${report}?done=finding_accepted`);
    expectSafePage(shown);
    expect(shown.text).toContain('The finding is accepted.');
    const [open_, ofAccepted = ''] = shown.text.split('id="accepted"');
    expect(open_).toContain('b.png');
    expect(open_).not.toContain('a.png');
    expect(open_).not.toContain('without accepted findings');
    expect(ofAccepted).toContain('a.png');
    expect(ofAccepted).toContain('1 of 2 places');
    expect(ofAccepted).toContain('&lt;b>Decoration&lt;/b>');
    expect(ofAccepted).toContain('Until 31 Dec 2099.');
    expect(ofAccepted).toMatch(new RegExp(`href="${accepted}/\\d+/delete"`));
    const again = await browser.get(`${report}/accept?check=image-alt`);
    expect(fingerprintsOf(again.text)).toEqual([fingerprints[1]]);
    expect(again.text).toContain('(accepted)');
  });

  it('accept all that a check finds, which then has no points and no place among the checks', async () => {
    const { browser, report } = await open();
    const fields = { ...acceptFields, reason: 'Decoration.' };
    expect((await browser.post(`${report}/accept`, fields)).status).toBe(303);
    const { text } = await browser.get(report);
    expect(text).toContain('90 without accepted findings.');
    const [left = '', ofAccepted = ''] = text.split('id="accepted"');
    expect(left).not.toContain('2 of 9 images');
    expect(left).toContain('The HTML has 8 MB.');
    await browser.post(`${report}/accept`, { ...fields, check: 'html-size' });
    const nothing = await browser.get(report);
    expect(nothing.text).toContain('Nothing to fix except accepted findings.');
    expect(ofAccepted).toContain('id="check-image-alt"');
    expect(ofAccepted).toContain('On pages with the path');
    expect(ofAccepted).toContain('/blog/');
  });

  it('accept a finding that quotes nothing as it is now', async () => {
    const { browser, report, stored } = await open();
    const form = await browser.get(`${report}/accept?check=html-size`);
    expect(form.text).toContain('The finding as it is now');
    const [fingerprint = ''] = fingerprintsOf(form.text);
    const fields = { check: 'html-size', scope: 'places', fingerprint, reason: 'Known.' };
    expect((await browser.post(`${report}/accept`, fields)).status).toBe(303);
    expect(await stored()).toMatchObject([{ fingerprint, quote: null }]);
    expect((await browser.get(report)).text).toContain('80 without accepted findings.');
  });

  it.each([
    [{ scope: 'places' }, 'Choose a place, or all that the check finds.'],
    [{ scope: 'places', fingerprint: '0123456789abcdef' }, 'Choose a place'],
    [{ path: 'blog' }, 'Path of the pages must begin with / or *.'],
    [{ reason: ' ' }, 'Reason must not be empty.'],
    [{ expires: '2020-01-01' }, 'Last day must not be in the past.'],
    [{ expires: 'x' }, 'Last day must be a date, such as 2027-01-31.'],
  ])('show what is wrong with the form %#, and keep it', async (part, message) => {
    const { browser, report, stored } = await open();
    const fields = { ...acceptFields, reason: 'Because.', ...part };
    const reply = await browser.post(`${report}/accept`, fields);
    expect(reply.status).toBe(422);
    expectSafePage(reply);
    expect(reply.text).toContain(message);
    expect(reply.text).toMatch(/role="alert"/);
    for (const name of ['path', 'reason', 'expires']) {
      expect(inputValue(reply.text, name)).toBe(Reflect.get(fields, name));
    }
    expect(await stored()).toEqual([]);
  });

  it('show that a quota is exceeded', async () => {
    const { browser, report } = await open();
    for (const [path, status] of [
      ['/a', 303],
      ['/b', 303],
      ['/c', 429],
    ] as const) {
      const fields = { ...acceptFields, path, reason: 'x' };
      const reply = await browser.post(`${report}/accept`, fields);
      expect(reply.status).toBe(status);
      if (status === 429) expect(reply.text).toContain('The quota of accepted findings is 2');
    }
  });

  it('list those of a website, also expired ones, and delete them after asking', async () => {
    const { user, browser, websiteId, accepted, stored } = await open();
    const website = await browser.get(`${root}/websites/${websiteId}`);
    expect(website.text).toContain(`<a href="${accepted}">Accepted</a>`);
    expect((await browser.get(accepted)).text).toContain('No finding is accepted.');
    const finding = { check: 'image-alt', quote: null, reason: 'Why.', fingerprint: null };
    await api().store.accepted.accept({
      ownerId: user.ownerId,
      websiteId,
      maxAccepted: 9,
      maxPatterns: 9,
      acceptedAt: new Date(0),
      findings: [
        { ...finding, path: '/Old/', expires: '2020-01-01' },
        { ...finding, check: 'no-more', path: '/new/', expires: null },
      ],
    });
    const list = await browser.get(accepted);
    expectSafePage(list);
    expect(list.text).toContain('Images have alternative text');
    expect(list.text).toContain('no-more');
    expect(list.text).toContain('Until 1 Jan 2020.');
    expect(list.text.match(/Expired\./g)).toHaveLength(1);
    const found = await browser.get(`${accepted}?search=old`);
    expect(found.text).toContain('/Old/');
    expect(found.text).not.toContain('/new/');
    const path = `${accepted}/${(await stored())[0]?.id}/delete`;
    expect(list.text).toContain(`href="${path}"`);
    const asked = await browser.get(path);
    expectSafePage(asked);
    expect(asked.text).toContain('will be a finding like any other again.');
    expect(asked.text).toContain('Why.');
    const deleted = await browser.post(path, {});
    expect([deleted.status, deleted.location]).toEqual([303, `${accepted}?done=accepted_deleted`]);
    expect((await browser.get(deleted.location ?? '')).text).toContain('is no longer accepted.');
    expect(await stored()).toHaveLength(1);
    expect((await browser.post(path, {})).status).toBe(404);
  });

  it('are in the file of a report, and not on its shared page', async () => {
    const { browser, report, shareToken } = await open();
    const reason = 'A reason that no one else reads.';
    await browser.post(`${report}/accept`, { ...acceptFields, reason });
    const file = await browser.get(`${report}/report.json`);
    expect(JSON.parse(file.text)).toMatchObject({ score_accepted: 90, accepted: [{ reason }] });
    const shared = await browser.get(`${root}/share/reports/${shareToken}`);
    expect(shared.status).toBe(200);
    expect(shared.text).toContain('2 of 9 images');
    expect(shared.text).not.toMatch(/no one else|ccept(?:ed|.check)/);
  });

  it('are those of the owner only', async () => {
    const { browser, report, accepted, stored } = await open();
    await browser.post(`${report}/accept`, { ...acceptFields, reason: 'x' });
    const [one] = await stored();
    const other = await open();
    const fields = { ...acceptFields, reason: 'y' };
    for (const page of [`${report}/accept?check=image-alt`, `${accepted}/${one?.id}/delete`]) {
      expect((await other.browser.get(page)).status).toBe(404);
      expect((await other.browser.post(page, fields)).status).toBe(404);
      expect((await openBrowser(api()).get(page)).status).toBe(303);
    }
    expect((await other.browser.get(accepted)).status).toBe(404);
    expect((await browser.get(`${report}/accept?check=csp`)).status).toBe(404);
    expect(await stored()).toEqual([one]);
  });
});
