/** How a topic of spam is recognised. */
interface Topic {
  /** Words of the text of a link, or of its path. */
  readonly words: RegExp;
  /** Parts of host names, which are often several words written as one. Ordinary words do not contain them. */
  readonly hosts: RegExp;
}

/**
 * What links that intruders leave on hacked pages are about. Words that ordinary sites use, too, are left out: what is
 * found is certain only for several links.
 */
const topics: Readonly<Record<string, Topic>> = {
  gambling: {
    words:
      /\b(?:casinos?|kasinos?|poker|baccarat|blackjack|roulette|sportsbooks?|bookmakers?|togel|gacor|slots? online|online slots?|(?:real money|usa?) slots?|slots? for real money|judi|taruhan|bahis|betting|gambling|jackpots?)\b|казино|букмекер|카지노|바카라|토토사이트|カジノ|赌场|賭場|娱乐城|娛樂城/,
    hosts:
      /baccarat|blackjack|casino|gambling|onlinepoker|onlineslots|roulette|slotsforreal|sportsbook/,
  },
  pharmacy: {
    words:
      /\b(?:viagra|cialis|levitra|sildenafil|tadalafil|kamagra|tramadol|phentermine|ambien|xanax|canadian pharmacy|online pharmacy|without (?:a )?prescription)\b|виагра/,
    hosts: /viagra|levitra|sildenafil|tadalafil|kamagra|phentermine|canadianpharma/,
  },
  loans: {
    words:
      /\b(?:payday loans?|cash advances?|no credit check loans?|quick cash loans?)\b|микрозайм/,
    hosts: /paydayloan|cashadvance|nocreditcheck/,
  },
  essays: {
    words:
      /\b(?:essays? writ(?:ing|ers?)|write my (?:essay|paper)|buy (?:an )?essays?|essay services?|paper writing services?|dissertation writing|do my homework)\b/,
    hosts: /essaywrit|writemyessay|writemypaper|buyessay|paperwriting|domyhomework/,
  },
  replicas: {
    words:
      /\b(?:replica (?:watch(?:es)?|handbags?|bags?|rolex)|fake (?:rolex|watches)|cheap (?:nfl )?jerseys|(?:louis vuitton|michael kors|ray ban|ugg|coach) outlet|wholesale jerseys)\b/,
    hosts: /replicawatch|replicabag|replicahandbag|cheapjerseys|cheapnfl|wholesalejerseys/,
  },
  adult: {
    words:
      /\b(?:porn|porno|xxx|hentai|sex (?:cams?|chat|dolls?|videos?)|escort (?:girls?|services?|agency)|escorts)\b|порно/,
    hosts: /freeporn|pornhub|porno|pornvid|hentai|sexcam|sexchat|sexvideo/,
  },
};

/**
 * The topics of spam that a link or a page is about.
 *
 * @param text - Its texts and its path. Hyphens, dots and the like separate words.
 */
export function spamTopicsOf(text: string, hostname: string): ReadonlySet<string> {
  const words = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  const host = hostname.replaceAll('-', '');
  const found = Object.entries(topics).filter(
    ([, topic]) => topic.words.test(words) || topic.hosts.test(host),
  );
  return new Set(found.map(([name]) => name));
}
