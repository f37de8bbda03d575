import type { VNode } from 'preact';
import type { ReportPictures } from '../../reports/screenshots.ts';
import { english as text } from '../english.ts';

/** What a phone showed while a page was loaded, with times. */
export function Filmstrip({ film }: Pick<ReportPictures, 'film'>): VNode | null {
  if (film.length === 0) return null;
  return (
    <div class="details-only">
      <h3>{text.speed.film.title}</h3>
      <ol class="film">
        {film.map(({ atMs, image }, index) => (
          <li key={index}>
            <figure>
              <img
                src={`data:image/jpeg;base64,${Buffer.from(image).toString('base64')}`}
                alt={text.speed.film.picture(atMs)}
                width="120"
                height="240"
              />
              <figcaption>{text.speed.seconds(atMs)}</figcaption>
            </figure>
          </li>
        ))}
      </ol>
    </div>
  );
}
