/** English names of languages by ISO 639-1 code. */
const names: ReadonlyMap<string, string> = new Map(
  'ar Arabic,be Belarusian,bg Bulgarian,bn Bengali,cs Czech,da Danish,de German,el Greek,en English,es Spanish,et Estonian,fa Persian,fi Finnish,fr French,gu Gujarati,he Hebrew,hi Hindi,hr Croatian,hu Hungarian,hy Armenian,it Italian,ja Japanese,ka Georgian,km Khmer,kn Kannada,ko Korean,lo Lao,lt Lithuanian,lv Latvian,mk Macedonian,ml Malayalam,mr Marathi,my Burmese,ne Nepali,nl Dutch,no Norwegian,pl Polish,pt Portuguese,ro Romanian,ru Russian,si Sinhala,sk Slovak,sl Slovenian,sv Swedish,ta Tamil,te Telugu,th Thai,tr Turkish,uk Ukrainian,ur Urdu,vi Vietnamese,zh Chinese'
    .split(',')
    .map((entry) => [entry.slice(0, 2), entry.slice(3)] as const),
);

/** The English name of a language, or its code if unknown. */
export function nameOfLanguage(code: string): string {
  return names.get(code) ?? code;
}
