import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context/context.ts';
import type { Report } from '../store/report.ts';
import type { Privacy, Website } from '../store/website.ts';
import { compareShared, findSharedReport, findSharedWebsite, type Visitor } from './find-shared.ts';
import { sharingContext } from './fixtures/sharing-context.ts';
import { createSharePass, sharePassName } from './share-pass.ts';

const secretUrl = 'https://example.com/?token=abcdefgh1234';
let made: ReturnType<typeof sharingContext>;

beforeEach(() => {
  made = sharingContext();
});

/** A visitor who is logged in as this owner, and a count of the logins. */
const loggedIn = (ownerId: string | undefined) => {
  const visitor = { logins: 0, login: async () => ownerId };
  visitor.login = async () => {
    visitor.logins += 1;
    return ownerId;
  };
  return visitor;
};

/** What a report link and a website link give the visitor. */
const open = async (privacy: Privacy, visitor: Visitor) => {
  const { report, website } = await made.share(privacy, { url: secretUrl });
  return { report, website, shared: await openBoth(report, website, visitor) };
};

const openBoth = (report: Report, website: Website, visitor: Visitor) =>
  Promise.all([
    findSharedReport(made.context, report.shareToken, visitor),
    findSharedWebsite(made.context, website.shareToken, visitor),
  ]);

const passOf = async (visitorOf: { id: number; shareToken: string }) => {
  const pass = await createSharePass(made.context, 'ann', visitorOf, 'secret');
  return { [sharePassName(visitorOf)]: pass?.value ?? '' };
};

describe('a public website', () => {
  it.each([undefined, 'ann', 'bob'])('is open to all, without a login (%s)', async (ownerId) => {
    const visitor = loggedIn(ownerId);
    const { report, website, shared } = await open('public', visitor);
    const granted = { access: 'granted', ownerId: 'ann', isOwner: false, website };
    expect(shared).toMatchObject([{ ...granted, report: { id: report.id } }, granted]);
    expect(visitor.logins).toBe(0);
  });
});

describe('a private website', () => {
  it('is open to its owner', async () => {
    const { report, website, shared } = await open('private', loggedIn('ann'));
    const granted = { access: 'granted', ownerId: 'ann', isOwner: true, website };
    expect(shared).toEqual([{ ...granted, report }, granted]);
  });

  it.each([{}, loggedIn(undefined), loggedIn('bob'), loggedIn('')])(
    'looks missing to anyone else',
    async (visitor) => {
      const { shared } = await open('private', visitor);
      expect(shared).toEqual([undefined, undefined]);
    },
  );

  it('does not look at passes', async () => {
    const pass = () => {
      throw new Error('asked');
    };
    expect((await open('private', { pass })).shared).toEqual([undefined, undefined]);
  });
});

describe('a website with a password', () => {
  it('asks for the password', async () => {
    for (const visitor of [{}, loggedIn(undefined), loggedIn('bob'), { pass: () => undefined }]) {
      const { website, shared } = await open('password', visitor);
      const required = { access: 'password', ownerId: 'ann', website };
      expect(shared).toEqual([required, required]);
    }
  });

  it('is open to a visitor with a pass, without a login', async () => {
    const { report, website } = await made.share('password');
    const passes = await passOf(website);
    const login = loggedIn('ann');
    const visitor: Visitor = { login: login.login, pass: (name) => passes[name] };
    expect(await openBoth(report, website, visitor)).toMatchObject([
      { access: 'granted', isOwner: false },
      { access: 'granted', isOwner: false },
    ]);
    expect(login.logins).toBe(0);
  });

  it('is not open to a visitor with the pass of another, or with an old one', async () => {
    const other = await made.share('password', { domain: 'other.example' });
    const [value = ''] = Object.values(await passOf(other.website));
    const { shared, website } = await open('password', { pass: () => value });
    expect(shared).toMatchObject([{ access: 'password' }, { access: 'password' }]);
    const [ownPass = ''] = Object.values(await passOf(website));
    made.later(12 * 60 * 60 * 1000);
    const late = await findSharedWebsite(made.context, website.shareToken, { pass: () => ownPass });
    expect(late?.access).toBe('password');
  });

  it('is open to its owner', async () => {
    const { report, shared } = await open('password', { ...loggedIn('ann'), pass: () => 'x' });
    expect(shared).toMatchObject([
      { access: 'granted', isOwner: true, report },
      { access: 'granted', isOwner: true },
    ]);
  });
});

it('redacts secrets for anyone but the owner', async () => {
  const { shared } = await open('public', {});
  expect(shared[0]).toMatchObject({ report: { url: 'https://example.com/?token=[redacted]' } });
  const { shared: shown } = await open('private', loggedIn('ann'));
  expect(shown[0]).toMatchObject({ report: { url: secretUrl } });
});

it.each(['', 'a\0', 'x'.repeat(65), 'x'.repeat(22), '../..'])(
  'finds nothing for the token %j',
  async (token) => {
    await made.share('public');
    expect(await findSharedReport(made.context, token)).toBeUndefined();
    expect(await findSharedWebsite(made.context, token)).toBeUndefined();
  },
);

it('takes the same steps for a missing and for a private report or website', async () => {
  const { report, website } = await made.share('private');
  const stepsOf = async (find: (context: Context, visitor: Visitor) => Promise<unknown>) => {
    const steps: string[] = [];
    const { store } = made.context;
    const spied = (part: 'reports' | 'websites') =>
      new Proxy(store[part], {
        get: (target, name) => {
          steps.push(`${part}.${String(name)}`);
          return Reflect.get(target, name);
        },
      });
    const context = {
      ...made.context,
      store: { ...store, reports: spied('reports'), websites: spied('websites') },
    } as Context;
    const login = async () => {
      steps.push('login');
      return 'bob';
    };
    expect(await find(context, { login })).toBeUndefined();
    return steps;
  };
  const unknown = 'x'.repeat(22);
  const steps = await stepsOf((context, visitor) =>
    findSharedReport(context, report.shareToken, visitor),
  );
  expect(steps).toEqual(['reports.findByShareToken', 'websites.find', 'login']);
  expect(await stepsOf((...both) => findSharedReport(both[0], unknown, both[1]))).toEqual(steps);
  expect(await stepsOf((context, visitor) => findSharedWebsite(context, unknown, visitor))).toEqual(
    await stepsOf((context, visitor) => findSharedWebsite(context, website.shareToken, visitor)),
  );
});

describe('a comparison', () => {
  const compare = (from: string, to: string, visitor: Visitor = {}) =>
    compareShared(made.context, { from, to }, visitor);

  it('needs access to both reports, and asks for one login', async () => {
    const first = await made.share('private', { score: 40, url: secretUrl });
    const second = await made.share('private', { domain: 'two.example', score: 90 });
    const others = await made.share('private', { ownerId: 'bob' });
    const visitor = loggedIn('ann');
    const [from, to] = [first.report.shareToken, second.report.shareToken];
    expect(await compare(from, to, visitor)).toMatchObject({
      access: 'granted',
      from: { isOwner: true, website: first.website },
      to: { isOwner: true, website: second.website },
      comparison: { from: { url: secretUrl }, changes: { score: 50 } },
    });
    expect(visitor.logins).toBe(1);
    expect(await compare(from, others.report.shareToken, visitor)).toBeUndefined();
    expect(await compare(others.report.shareToken, to, visitor)).toBeUndefined();
    expect(await compare(from, 'missing', visitor)).toBeUndefined();
    expect(await compare(from, to)).toBeUndefined();
  });

  it('redacts secrets, and asks for missing passwords', async () => {
    const open = await made.share('public', { url: secretUrl });
    const closed = await made.share('password');
    const [from, to] = [open.report.shareToken, closed.report.shareToken];
    expect(await compare(from, from)).toMatchObject({
      comparison: { from: { url: 'https://example.com/?token=[redacted]' } },
    });
    const required = { access: 'password', ownerId: 'ann', website: closed.website };
    expect(await compare(from, to)).toEqual(required);
    expect(await compare(to, from)).toEqual(required);
    expect(await compare(to, 'missing')).toBeUndefined();
    const passes = await passOf(closed.website);
    expect(await compare(from, to, { pass: (name) => passes[name] })).toMatchObject({
      access: 'granted',
    });
  });
});
