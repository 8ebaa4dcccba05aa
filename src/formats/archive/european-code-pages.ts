/**
 * Whether names were written on Windows rather than for DOS: each byte has a meaning in both code pages, but read in the
 * wrong one, letters become frames, Greek and signs in the middle of words.
 */
export function isMoreLikelyWindows1252(text: string, asCp437: string): boolean {
  return countOdd(text) < countOdd(asCp437)
}

/** Before East Asian code pages are tried: there two such bytes make a character, and the first would be a capital here. */
export function isCertainlyWindows1252(text: string, asCp437: string): boolean {
  return countOdd(text) === 0 && countOdd(asCp437) > 0 && !SIDE_BY_SIDE.test(text) && /[a-z]/i.test(text)
}

const SIDE_BY_SIDE = /[^\p{ASCII}]{3}|(?!\p{ASCII})\P{Ll}[^\p{ASCII}]/u

function countOdd(text: string): number {
  return text.match(ODD)?.length ?? 0
}

/**
 * What hardly stands in a name: signs that are no letters, "Estß" (ß follows a vowel), "DonÆt" and "íViva" (a capital behind
 * a small letter), "Volume 1 û Foo" (letters that are no word).
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
