/**
 * What links that intruders leave on hacked pages are about. Words that ordinary sites use, too, are left out: what is
 * found is certain only for several links.
 */
const topics: Readonly<Record<string, RegExp>> = {
  gambling:
    /\b(?:casinos?|kasinos?|poker|baccarat|blackjack|roulette|sportsbooks?|bookmakers?|togel|gacor|slots? online|online slots?|judi|taruhan|bahis|betting|gambling|jackpots?)\b|казино|букмекер|카지노|바카라|토토사이트|カジノ|赌场|賭場|娱乐城|娛樂城/,
  pharmacy:
    /\b(?:viagra|cialis|levitra|sildenafil|tadalafil|kamagra|tramadol|phentermine|ambien|xanax|canadian pharmacy|online pharmacy|without (?:a )?prescription)\b|виагра/,
  loans: /\b(?:payday loans?|cash advances?|no credit check loans?|quick cash loans?)\b|микрозайм/,
  essays:
    /\b(?:essays? writ(?:ing|ers?)|write my (?:essay|paper)|buy (?:an )?essays?|essay services?|paper writing services?|dissertation writing|do my homework)\b/,
  replicas:
    /\b(?:replica (?:watch(?:es)?|handbags?|bags?|rolex)|fake (?:rolex|watches)|cheap (?:nfl )?jerseys|(?:louis vuitton|michael kors|ray ban|ugg|coach) outlet|wholesale jerseys)\b/,
  adult:
    /\b(?:porn|porno|xxx|hentai|sex (?:cams?|chat|dolls?|videos?)|escort (?:girls?|services?|agency)|escorts)\b|порно/,
};

/** The topics of spam that a text is about. Hyphens, dots and the like separate words. */
export function spamTopicsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  return new Set(Object.keys(topics).filter((topic) => topics[topic]?.test(words)));
}
