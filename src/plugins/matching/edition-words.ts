/** Words in a title that tell its form. */
export const NOVEL_WORDS = /(?<!graphic )\bnovels?\b|ノベル|小説|소설|小说/iu
/** “Garden (Light Novel)”, “Garden - The Novel”; “A Novel Romance” only has the word in its title. */
export const NAMED_NOVEL =
  /[[({（【](?![^\])}）】]*graphic)[^\])}）】]*(?:\b(?:novels?|LN|WN)\b|ノベル|小説|소설|小说)|[-–—:] (?:the )?novels?$|\b(?:light|web) novels?$/iu
export const GRAPHIC_NOVEL_WORDS = /\bgraphic novels?\b/iu
export const COMIC_WORDS = /\b(?:manga|manhwa|manhua|comic|webtoon)[)\]]?$/iu

/** Works made from another work, and special editions of one. */
export const EDITION_WORDS =
  /\b(?:omnibus|deluxe|kanzenban|bunkoban|aizouban|collector(?:'|’)?s|anniversary|box ?set|fan ?book|guide ?book|character guide|art ?book|anthology|full colou?r|colou?red|colou?r (?:edition|ver(?:sion|\.)?)|(?:perfect|definitive|ultimate|master(?:'|’)?s?|complete|remastered) edition|int[ée]grale|gesamtausgabe)\b|完全版|文庫版|愛蔵版|新装版|カラー版|画集|アンソロジー|ファンブック/iu
