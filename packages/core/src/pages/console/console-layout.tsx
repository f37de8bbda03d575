import type { ComponentChildren, VNode } from 'preact';
import { english as text } from '../english.ts';
import { Layout } from '../layout.tsx';
import type { ConsoleContext } from './owner-page.tsx';

/** Properties of {@link ConsoleLayout}. */
interface ConsoleLayoutProps {
  readonly page: ConsoleContext;
  readonly title: string;
  /** The entry of the menu that the page belongs to. */
  readonly current?: 'websites' | 'reports' | 'crawls' | 'jobs' | 'webhooks' | 'keys';
  /** What was just done, in a sentence. Default: that of the query. */
  readonly done?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of every page of the console, with its menu. */
export function ConsoleLayout({
  page,
  title,
  current,
  done = page.done,
  children,
}: ConsoleLayoutProps): VNode {
  const { settings, links, whyOf } = page;
  return (
    <Layout
      settings={settings}
      links={links}
      whyOf={whyOf}
      title={title}
      description={text.console.description}
      menu={<Menu page={page} current={current} />}
    >
      {done !== undefined && (
        <p class="done" role="status">
          {done}
        </p>
      )}
      {children}
    </Layout>
  );
}

function Menu({
  page: { links, isSignedIn, hasKeys },
  current,
}: Pick<ConsoleLayoutProps, 'page'> & { current: ConsoleLayoutProps['current'] }): VNode {
  const entries = [
    ['websites', links.console, text.layout.websites],
    ['reports', links.consolePage('/reports'), text.console.reports],
    ['crawls', links.consolePage('/crawls'), text.crawls.title],
    ['jobs', links.consolePage('/jobs'), text.jobs.title],
    ['webhooks', links.consolePage('/webhooks'), text.webhooks.title],
    ...(hasKeys ? [['keys', links.consolePage('/keys'), text.layout.keys] as const] : []),
  ] as const;
  return (
    <>
      <nav class="menu" aria-label={text.layout.mainMenu}>
        {entries.map(([name, href, label]) => (
          <a key={name} href={href} aria-current={name === current ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {isSignedIn && (
        <form method="post" action={links.consolePage('/sign-out')} class="sign-out">
          <button type="submit" class="link">
            {text.layout.signOut}
          </button>
        </form>
      )}
    </>
  );
}
