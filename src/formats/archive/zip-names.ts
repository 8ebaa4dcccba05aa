import { crc32 } from 'node:zlib'
import { decodeCp437, isCertainlyWindows1252, isMoreLikelyWindows1252 } from './european-code-pages.ts'

export interface RawName {
  bytes: Buffer
  /** General purpose bit 11. */
  isUtf8: boolean
  extra: Buffer
}

/**
 * Decodes entry names. The format defines UTF-8 (bit 11, or the Unicode Path extra field) and CP437; in practice tools
 * also write UTF-8 without the bit, or the code page of the author's computer. One name isn't enough to detect which,
 * so all ambiguous names of an archive are decoded together.
 */
export function decodeZipNames(names: readonly RawName[]): string[] {
  const doubtful: Buffer[] = []
  const decoded = names.map((name) => {
    const sure = decodeSurely(name)
    if (sure === undefined) doubtful.push(name.bytes)
    return sure
  })
  if (doubtful.length === 0) return decoded as string[]
  const decode = chooseDecoder(doubtful)
  return decoded.map((name, index) => withSlashes(name ?? decode(names[index]!.bytes)))
}

/** Backslashes come from old Windows archivers and mean the same. */
function withSlashes(name: string): string {
  return name.includes('\\') ? name.replaceAll('\\', '/') : name
}

function decodeSurely({ bytes, isUtf8, extra }: RawName): string | undefined {
  if (isAscii(bytes)) return withSlashes(bytes.toString('latin1'))
  const unicode = extra.length > 9 ? readUnicodePath(bytes, extra) : undefined
  if (unicode !== undefined) return withSlashes(unicode)
  const utf8 = decodeStrictly('utf-8', bytes)
  if (utf8 !== undefined) return withSlashes(utf8)
  return isUtf8 ? withSlashes(bytes.toString('utf8')) : undefined
}

function isAscii(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! >= 0x80) return false
  return true
}

/** APPNOTE §4.6.9: valid only if its checksum matches the plain name. */
function readUnicodePath(bytes: Buffer, extra: Buffer): string | undefined {
  let field = 0
  while (field + 4 <= extra.length) {
    const end = field + 4 + extra.readUInt16LE(field + 2)
    if (extra.readUInt16LE(field) === 0x7075 && end <= extra.length && end - field > 9) {
      if (extra.readUInt32LE(field + 5) !== crc32(bytes)) return undefined
      return decodeStrictly('utf-8', extra.subarray(field + 9, end))
    }
    field = end
  }
  return undefined
}

function chooseDecoder(names: readonly Buffer[]): (bytes: Buffer) => string {
  const asCp437 = names.map(decodeCp437).join('\n')
  for (const { encoding, looksRight } of CODE_PAGES) {
    const texts = names.map((bytes) => decodeStrictly(encoding, bytes))
    if (texts.every((text) => text !== undefined) && looksRight(texts.join('\n'), asCp437)) {
      return (bytes) => decodeStrictly(encoding, bytes) ?? decodeCp437(bytes)
    }
  }
  return decodeCp437
}

// Bytes of one code page are often valid in another, so the text must look plausible, and the stricter ones come first.
// Korean and traditional Chinese decode to rare characters of simplified Chinese, whereas real text consists mostly of
// common ones. European names in CP437 may be valid Shift-JIS or GBK too, but then yield single characters between
// letters: two or more of the script in a row count as proof. Half-width katakana is what GBK looks like in Shift-JIS.
const CODE_PAGES: { encoding: string; looksRight(text: string, asCp437: string): boolean }[] = [
  { encoding: 'windows-1252', looksRight: isCertainlyWindows1252 },
  // Words in one case, or capitalised; CP437 has box-drawing characters and Greek at these bytes. Kana decoded this way
  // would mix cases within words.
  {
    encoding: 'ibm866',
    looksRight: (text: string) =>
      /^[\p{ASCII}\p{sc=Cyrl}№°]*$/u.test(text) && /\p{sc=Cyrl}{3}/u.test(text) && !/\p{Ll}\p{Lu}/u.test(text),
  },
  {
    encoding: 'shift_jis',
    looksRight: (text: string) =>
      (/[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}々]{2}/u.test(text) || COUNTED.test(text)) &&
      !/[\uff61-\uff9f]{2}/u.test(text),
  },
  { encoding: 'euc-kr', looksRight: (text: string) => isMostly(text, /\p{sc=Hangul}/u, COMMON_HANGUL) },
  { encoding: 'big5', looksRight: (text: string) => isMostly(text, /\p{sc=Han}/u, COMMON_TRADITIONAL) },
  { encoding: 'gb18030', looksRight: (text: string) => /\p{sc=Han}{2}/u.test(text) || COUNTED.test(text) },
  { encoding: 'windows-1252', looksRight: isMoreLikelyWindows1252 },
]

/** "第01巻": only one character on either side, but unambiguous. */
const COUNTED = /第\d+[巻卷話话回集]/

const COMMON_HANGUL =
  '이다는의에을가고하지도한은를사로기리나어서자그것들라시아만인일수대있정해과부주전보마여상장와게제권화표쪽편집책신왕소녀마법비무림용천성생연우원조오남구모유진드스트크터레블카타파미노바루'
const COMMON_TRADITIONAL =
  '的一是不了人我在有他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她里后第話卷集頁封面回冊篇漫畫王神魔龍天記傳女少'

/** All letters are in the script, and at least a quarter of them are common. */
function isMostly(text: string, script: RegExp, common: string): boolean {
  const letters = [...text].filter((letter) => /\p{L}/u.test(letter) && letter > '\u007f')
  if (letters.length < 2 || !letters.every((letter) => script.test(letter))) return false
  return letters.filter((letter) => common.includes(letter)).length * 4 >= letters.length
}

const decoderCache: Record<string, TextDecoder> = {}

function decodeStrictly(encoding: string, bytes: Uint8Array): string | undefined {
  decoderCache[encoding] ??= new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  try {
    return decoderCache[encoding].decode(bytes)
  } catch {
    return undefined
  }
}
