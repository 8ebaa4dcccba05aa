/** ISBN-13 as digits, from an ISBN-10 or -13 in any notation; undefined if the check digit is wrong. */
export function isbn13(written: string | undefined): string | undefined {
  const code = written?.replace(/^\s*(urn:)?isbn(-1[03])?[:\s]*/i, '').replace(/[\s\u2010-\u2015-]/g, '')
  if (!code) return undefined
  if (/^97[89]\d{10}$/.test(code)) return checkDigit13(code.slice(0, 12)) === code[12] ? code : undefined
  if (!/^\d{9}[\dXx]$/.test(code) || checkDigit10(code.slice(0, 9)) !== code[9]!.toUpperCase()) return undefined
  const body = `978${code.slice(0, 9)}`
  return body + checkDigit13(body)
}

/** Digits of a trade item number (EAN-8, UPC-A, EAN-13, GTIN-14, with a five-digit add-on for periodicals). */
export function gtinDigits(written: string | undefined): string | undefined {
  const digits = written?.replace(/[\s-]/g, '')
  return digits && /^\d{8,18}$/.test(digits) ? digits : undefined
}

function checkDigit13(body: string): string {
  let sum = 0
  for (let at = 0; at < 12; at++) sum += Number(body[at]) * (at % 2 === 0 ? 1 : 3)
  return String((10 - (sum % 10)) % 10)
}

function checkDigit10(body: string): string {
  let sum = 0
  for (let at = 0; at < 9; at++) sum += Number(body[at]) * (10 - at)
  const rest = (11 - (sum % 11)) % 11
  return rest === 10 ? 'X' : String(rest)
}
