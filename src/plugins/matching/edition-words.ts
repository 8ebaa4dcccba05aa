/** Words in a title that tell its form. */
export const NOVEL_WORDS = /(?<!graphic )\bnovels?\b|ノベル|小説|소설|小说/iu
/** “Garden (Light Novel)”, “Garden - The Novel”; “A Novel Romance” only has the word in its title. */
export const NAMED_NOVEL =
  /[[({（【](?![^\])}）】]*graphic)[^\])}）】]*(?:\b(?:novels?|LN|WN)\b|ノベル|小説|소설|小说)|[-–—:] (?:the )?novels?$|\b(?:light|web) novels?$/iu
export const GRAPHIC_NOVEL_WORDS = /\bgraphic novels?\b/iu
export const COMIC_WORDS = /\b(?:manga|manhwa|manhua|comic|webtoon)[)\]]?$/iu

/** Works made from another work, and special editions of one. */
export const EDITION_WORDS =
  /(?:\b|(?=[([]))(?:omnibus|deluxe|kanzenban|bunkoban|aizouban|collector(?:'|’)?s|anniversary|box ?set|\d-in-1|fan ?book|guide ?book|character guide|art ?book|anthology|full colou?r|colou?red|[([]colou?r[)\]]|colou?r (?:edition|ver(?:sion|\.)?)|(?:perfect|definitive|ultimate|master(?:'|’)?s?|complete|remastered) edition|int[ée]grale|gesamtausgabe)(?:\b|(?<=[)\]]))|完全版|文庫版|愛蔵版|新装版|カラー版|画集|アンソロジー|ファンブック/iu

/** “Garden (One-shot)”, “Garden (Pilot)” */
export const NAMED_ONE_SHOT = /[[({（【](?:one[ -]?shot|pilot)[\])}）】]|[-–—:] one[ -]?shot$/iu

/** Of one work, few providers list two editions of a kind, but each calls it something else. */
export const withEditionUnified = (folded: string): string =>
  KINDS_OF_EDITION.reduce((name, [kind, words]) => name.replace(words, ` ${kind}`), folded)

/** “Garden” for “Garden - Digital Colored Comics”: nobody may list the edition, and few find it by this name. */
export const withoutEdition = (name: string): string =>
  KINDS_OF_EDITION.reduce((rest, [, words]) => rest.replace(new RegExp(words, 'iu'), ''), name)

/** Behind a title: in brackets, after a dash, or as words that nothing else is called by. */
const behind = (words: string, plain: string) =>
  new RegExp(`(?<=\\S)(?:\\s*[[({]\\s*(?:${words})\\s*[\\])}]|(?:\\s+[-–—]|:)\\s+(?:${words})|\\s+(?:${plain}))$`, 'u')
const ENDS = '(?: (?:comics?|edition|version|ver\\.?|manga))*'
const KINDS_OF_EDITION: readonly (readonly [string, RegExp])[] = [
  [
    'full color',
    behind(
      `(?:(?:digital|official|full)[ -]*)*colou?r(?:ed)?${ENDS}`,
      `(?:(?:digital|official)[ -]colou?red|full[ -]colou?r)${ENDS}|カラー版`,
    ),
  ],
  [
    'omnibus',
    behind(
      "\\d-in-1(?: edition)?|(?:l['’])?int[ée]grale|gesamtausgabe|omnibus edition",
      '\\d-in-1(?: edition)?|omnibus edition|int[ée]grale|gesamtausgabe',
    ),
  ],
  ['deluxe', behind('deluxe edition|kanzenban|perfect edition', 'deluxe edition|kanzenban|perfect edition|完全版')],
]
