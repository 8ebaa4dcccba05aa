/** Words that mean the same in every name. Lower case; matched as whole words or whole bracket contents. */

export const PUBLISHERS = new Map(
  [
    'Marvel',
    'DC',
    'DC Comics',
    'Marvel Comics',
    'Image',
    'Image Comics',
    'Dark Horse',
    'Dark Horse Comics',
    'IDW',
    'IDW Publishing',
    'Boom! Studios',
    'Dynamite',
    'Valiant',
    'Vertigo',
    'Oni Press',
    'Titan',
    'Titan Comics',
    'Archie',
    'Avatar Press',
    'Aftershock',
    'Vault',
    'Fantagraphics',
    'Top Cow',
    'WildStorm',
    'Antarctic Press',
    'Rebellion',
    ...['集英社', '講談社', '小学館', '白泉社', '秋田書店', '双葉社', '芳文社', '角川書店', 'KADOKAWA'],
    ...['东立', '東立', '尖端', '青文', '长鸿', '長鴻', '玉皇朝', '台湾东贩', '台灣東販', '台湾角川', '台灣角川'],
    'Viz',
    'Viz Media',
    'Yen Press',
    'Kodansha',
    'Kodansha Comics',
    'Seven Seas',
    'Del Rey',
    'Tokyopop',
    'J-Novel Club',
    'Vertical',
    'Shueisha',
    'Shogakukan',
    'Square Enix',
    'Ize Press',
    'Ghost Ship',
    'Denpa',
    'Glénat',
    'Dargaud',
    'Delcourt',
    'Soleil',
    'Dupuis',
    'Casterman',
    'Pika',
    'Kana',
    'Ki-oon',
    'Panini',
    'Carlsen',
    ...['Splitter', 'Ehapa', 'Egmont', 'Egmont Manga', 'Reprodukt', 'Cross Cult', 'Altraverse', 'Manga Cult'],
    ...['Le Lombard', 'Kurokawa', 'Kazé', 'Tonkam', 'Norma', 'Norma Editorial', 'Planeta Cómic', 'ECC', 'Ivrea'],
    ...['Bonelli', 'Star Comics', 'J-Pop', 'JPF', 'Waneko', 'Азбука', 'Истари'],
    'Tor',
    'Orbit',
    'Penguin',
  ].map((name) => [name.toLowerCase(), name]),
)

export const RELEASE_FORMATS: ReadonlySet<string> = new Set([
  'digital',
  'digital-hd',
  'digital hd',
  'webrip',
  'web-rip',
  'web',
  'hd',
  'retail',
  'scan',
  'scans',
  'scanlation',
  'tpb',
  'trade paperback',
  'hc',
  'hardcover',
  'ogn',
  'gn',
  'graphic novel',
  'epub',
  'webp',
  'kindle',
  'kobo',
  'print',
  'magazine',
])

/** Bracket contents that describe the scan or the release without naming a scanner. */
export const RELEASE_TAG_PATTERN =
  /^(?:cbt|cbz|cbr|noads|no ads|f\d?|fixed|repaired|complete|completed|ongoing|end|final|\d{0,4} ?covers?|(?:\p{L}+ )?covers?(?: only)?|\d{3,4}px|r\d|ongoing series|manga|comics?|raw|full colou?r|colou?r(?:ed)?|volume scans|scans_compressed|webtoon|oneshot|light novel|novel|ln|premium|\d+ ?(?:mb|gb)|\d{1,4} ?(?:pages?|pgs?\.?|p))$/iu

const LANGUAGE_NAMES: Record<string, readonly string[]> = {
  en: ['en', 'eng', 'english', 'gb', 'us', 'en-us', 'en-gb'],
  ja: ['ja', 'jp', 'jpn', 'japanese', '日本語'],
  fr: ['fr', 'fre', 'fra', 'french', 'francais', 'français', 'vf'],
  de: ['de', 'ger', 'deu', 'german', 'deutsch'],
  es: ['es', 'esp', 'spa', 'spanish', 'español', 'castellano'],
  it: ['it', 'ita', 'italian', 'italiano'],
  pt: ['pt', 'por', 'portuguese', 'português'],
  'pt-BR': ['br', 'pt-br', 'ptbr'],
  ru: ['ru', 'rus', 'russian', 'русский'],
  zh: ['zh', 'chi', 'zho', 'cn', 'chinese', '中文', '中国翻訳', '汉化'],
  ko: ['ko', 'kr', 'kor', 'korean', '한국어'],
  nl: ['nl', 'dut', 'nld', 'dutch', 'nederlands'],
  pl: ['pl', 'pol', 'polish', 'polski'],
  tr: ['tr', 'tur', 'turkish', 'türkçe'],
  th: ['th', 'tha', 'thai'],
  vi: ['vi', 'vie', 'vietnamese'],
  id: ['ind', 'indonesian'],
}

export const LANGUAGES = new Map(
  Object.entries(LANGUAGE_NAMES).flatMap(([tag, names]) => names.map((name) => [name, tag] as const)),
)

/** Well-known series whose name ends in a number: nothing in "Mob Psycho 100 - Reigen" says that it isn't the hundredth. */
export const NAME_ENDING_IN_NUMBER =
  /(?<![\p{L}\p{N}])(?:mob psycho 100|zom 100|(?:area|zone) 51|area 88|eyeshield 21|golgo 13|cyborg 009|agent 327|fahrenheit 451|catch[ -]22|slaughterhouse[ -]5|district (?:9|14)|block 109|gen ?13|top 10|big hero 6|babylon 5|plan 9|apollo 13|route 66|ゴルゴ ?13|アイシールド ?21|エリア ?(?:51|88)|サイボーグ ?009|モブサイコ ?100|ゾン ?100)$/iu

/** Editions that readers distinguish. "Full Color" and the like describe the print, not the edition. */
export const EDITION_PATTERN =
  /(?<![\p{L}\p{N}])(?:omnibus(?: edition)?(?! of )|uncensored|kanzenban|bunkoban|director'?s cut|remastered|unabridged|(?:deluxe|collector'?s|perfect|master|definitive|absolute|anniversary|limited|\d-in-\d) edition)(?![\p{L}\p{N}])/iu

/**
 * Whole words, so that "Marvel 2001" and "Outcast 2015" contain no month: English with abbreviations, and neighbouring
 * languages.
 */
const MONTH_NAMES = [
  'jan january janvier januar januari enero gennaio janeiro styczeń stycznia январь января січень січня leden ocak',
  'feb february février fevrier februar februari febrero febbraio fevereiro luty lutego февраль февраля лютий únor şubat',
  'mar march mars märz maart marzo março marzec marca март марта березень březen mart',
  'apr april avril abril aprile kwiecień kwietnia апрель апреля квітень duben nisan',
  'may mai mei mayo maggio maio maj maja май мая травень květen mayıs',
  'jun june juin juni junio giugno junho czerwiec czerwca июнь июня червень červen haziran',
  'jul july juillet juli julio luglio julho lipiec lipca июль июля липень červenec temmuz',
  'aug august août aout augustus augusti agosto sierpień sierpnia август августа серпень srpen ağustos',
  'sep sept september septembre septiembre settembre setembro wrzesień września сентябрь сентября вересень září eylül',
  'oct october octobre oktober octubre ottobre outubro październik października октябрь октября жовтень říjen ekim',
  'nov november novembre noviembre novembro listopad listopada ноябрь ноября листопад kasım',
  'dec december décembre decembre dezember desember diciembre dicembre dezembro grudzień grudnia декабрь декабря грудень prosinec aralık',
]

/** Days of the week before a date. */
export const WEEKDAYS = [
  'mon(?:day)?|tues?(?:day)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?',
  'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche',
  'montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag',
  'lunes|martes|miércoles|jueves|viernes|sábado|domingo',
  'lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica',
  'segunda|terça|quarta|quinta|sexta',
  'poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela',
  'понедельник|вторник|среда|четверг|пятница|суббота|воскресенье',
].join('|')

export const MONTHS = new Map(
  MONTH_NAMES.flatMap((names, at) => names.split(' ').map((name): [string, number] => [name, at + 1])),
)
