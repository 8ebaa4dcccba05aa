export const NUMBER_WORDS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )

/** "007" → "7", "001½" → "1½", "034.5" → "34.5", "-01" → "-1"; unpadded numbers stay unchanged. */
export function withoutLeadingZeros(number: string): string {
  return number.replace(/(^|[-~])(-?)0+(?=\d)/g, '$1$2')
}

/** Joins the two ends of a range as printed on a cover. */
export function formatNumberRange(first: string, last?: string): string {
  return last ? `${withoutLeadingZeros(first)}-${withoutLeadingZeros(last)}` : withoutLeadingZeros(first)
}

const CJK_DIGITS = '〇一二三四五六七八九'
const CJK_UNITS: Record<string, number> = { 十: 10, 百: 100, 千: 1000 }

/** 三 → 3, 十二 → 12, 二十 → 20, 百五 → 105, 一百零三 → 103 */
export function parseCjkNumeral(text: string): string {
  let total = 0
  let digit = 0
  for (const char of text.replaceAll('零', '〇')) {
    const unit = CJK_UNITS[char]
    if (unit) {
      total += (digit || 1) * unit
      digit = 0
    } else digit = digit * 10 + CJK_DIGITS.indexOf(char)
  }
  return String(total + digit)
}
