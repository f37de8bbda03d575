import { heading, links, texts } from './bakery.js';

export function Page() {
  return (
    <main>
      <h1>{heading}</h1>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <ul>
        {links.map(({ href, text }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
    </main>
  );
}
