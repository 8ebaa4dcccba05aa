/**
 * Whether names are encoded for Windows rather than DOS: every byte is valid in both code pages, but decoded with the
 * wrong one, letters become box-drawing characters, Greek and symbols in the middle of words.
 */
export function isMoreLikelyWindows1252(text: string, asCp437: string): boolean {
  return countOdd(text) < countOdd(asCp437)
}

/**
 * Checked before the East Asian code pages: in those, two such bytes form one character, and the first would decode to
 * a capital here.
 */
export function isCertainlyWindows1252(text: string, asCp437: string): boolean {
  return countOdd(text) === 0 && countOdd(asCp437) > 0 && !SIDE_BY_SIDE.test(text) && /[a-z]/i.test(text)
}

const SIDE_BY_SIDE = /[^\p{ASCII}]{3}|(?!\p{ASCII})\P{Ll}[^\p{ASCII}]/u

function countOdd(text: string): number {
  return text.match(ODD)?.length ?? 0
}

/**
 * What rarely occurs in a name: symbols that aren't letters, "Estß" (ß follows a vowel), "DonÆt" and "íViva" (a capital
 * next to a small letter), "Volume 1 û Foo" (a lone letter that isn't a word).
 */
const ODD =
  /(?![’‘“”–—…«»¿¡°ºª½])[^\p{ASCII}\p{sc=Latn}]|[ƒ]|(?<![aeiouyäöü])ß|(?<=\p{Ll})(?!\p{ASCII})\p{Lu}|(?<=(?!\p{ASCII})\p{Ll})\p{Lu}|(?<=\s)(?![àéöåÅÖÀÉ])(?!\p{ASCII})\p{L}(?=\s)/gu

const CP437_UPPER =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

export function decodeCp437(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : CP437_UPPER[byte - 0x80]
  return text
}
