/**
 * The bytes by which a file may know a password: UTF-8, normalised since PDF 2.0; before that one byte per character.
 * PDFium itself tries Latin-1.
 */
export function passwordEncodings(password: string): Buffer[] {
  const all: Buffer[] = [password, password.normalize('NFKC')].map((text) => Buffer.from(text))
  const old = encodeAsPdfDoc(password.normalize('NFC'))
  if (old) all.push(old)
  return all.filter((bytes, index) => all.findIndex((other) => other.equals(bytes)) === index)
}

/** PDF 32000, annex D.2; undefined if it has no code for a character. */
function encodeAsPdfDoc(text: string): Buffer | undefined {
  const codes = [...text].map((character) => {
    const special = SPECIAL.indexOf(character)
    if (special >= 0) return FIRST_SPECIAL + special
    if (character === '€') return 0xa0
    const code = character.codePointAt(0)!
    return code < FIRST_SPECIAL || (code > 0xa0 && code <= 0xff) ? code : undefined
  })
  return codes.every((code) => code !== undefined) ? Buffer.from(codes) : undefined
}

/** From 0x80 on. */
const SPECIAL = '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'
const FIRST_SPECIAL = 0x80
