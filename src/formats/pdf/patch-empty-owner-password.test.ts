import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { openPdf } from './document.ts'
import { renderPdfPage } from './render.ts'

/** Three pages, AES-256 of revision 6, with the user password "secret" and an empty owner password. */
const emptyOwner = Buffer.from(
  `
JVBERi0xLjcKJb/3ov4KMSAwIG9iago8PCAvRXh0ZW5zaW9ucyA8PCAvQURCRSA8PCAvQmFzZVZlcnNpb24gLzEuNyAvRXh0ZW5zaW9uTGV2ZW
wgOCA+PiA+PiAvUGFnZXMgMiAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL0NvdW50IDMgL0tpZHMgWyAzIDAgUiA0
IDAgUiA1IDAgUiBdIC9UeXBlIC9QYWdlcyA+PgplbmRvYmoKMyAwIG9iago8PCAvTWVkaWFCb3ggWyAwIDAgNjEyIDc5MiBdIC9QYXJlbnQgMi
AwIFIgL1JvdGF0ZSA5MCAvVHlwZSAvUGFnZSA+PgplbmRvYmoKNCAwIG9iago8PCAvTWVkaWFCb3ggWyAwIDAgNjEyIDc5MiBdIC9QYXJlbnQg
MiAwIFIgL1JvdGF0ZSA5MCAvVHlwZSAvUGFnZSA+PgplbmRvYmoKNSAwIG9iago8PCAvTWVkaWFCb3ggWyAwIDAgNjEyIDc5MiBdIC9QYXJlbn
QgMiAwIFIgL1JvdGF0ZSA5MCAvVHlwZSAvUGFnZSA+PgplbmRvYmoKNiAwIG9iago8PCAvQ0YgPDwgL1N0ZENGIDw8IC9BdXRoRXZlbnQgL0Rv
Y09wZW4gL0NGTSAvQUVTVjMgL0xlbmd0aCAzMiA+PiA+PiAvRmlsdGVyIC9TdGFuZGFyZCAvTGVuZ3RoIDI1NiAvTyA8ZTBjMmQxYjdiMTU2MG
YzNjEwZTE1MTEwMTk4NTU1YjA1Y2NlOGYwOWE0MDAxNjk4Nzc0NmQ4YTM0OTJjZjg0MTljYmU1YTgwN2VhODYwZmMwZjU5MTU3OTk2OTZlN2E0
PiAvT0UgPGQxNmIwZDVjYTQ1ZmE5ODk4NjY2MDdjMWNlZjg5ZTU5NzQxMDM0NTA0ZTAwMzMyMDA0NTcwYzkwZjI1NjQ5OGM+IC9QIC00IC9QZX
JtcyA8MDg4MjdkMjA1OTY4MWE1MTZmNTQxYWQ4NTU2Y2I5NTc+IC9SIDYgL1N0bUYgL1N0ZENGIC9TdHJGIC9TdGRDRiAvVSA8NzYwZWEzM2Ri
ZDE5ZmJjNWNiMmZiNjc1ZGU2ZWU5MjU5NTE0MTIwNTU5YjQyMjc5ZjkzYTNjMjBmZDVmOGU2OTFjNThmYzk1NTRiZDFiMDliN2ExYWYwNzdlZW
Q2OWJiPiAvVUUgPDRmNGM4MTU4MWZhYWZlYzBhZTJhZWY4ZTMxZDdhZTdlZDEyOWFjYmY3ZTk4ZDc0ZWQ4ZDc0MjE2YzYyYjM3MDc+IC9WIDUg
Pj4KZW5kb2JqCnhyZWYKMCA3CjAwMDAwMDAwMDAgNjU1MzUgZiAKMDAwMDAwMDAxNSAwMDAwMCBuIAowMDAwMDAwMTMwIDAwMDAwIG4gCjAwMD
AwMDAyMDEgMDAwMDAgbiAKMDAwMDAwMDI4NSAwMDAwMCBuIAowMDAwMDAwMzY5IDAwMDAwIG4gCjAwMDAwMDA0NTMgMDAwMDAgbiAKdHJhaWxl
ciA8PCAvUm9vdCAxIDAgUiAvU2l6ZSA3IC9JRCBbPGRkMjMzZGI4MmUyOWUyY2U4OGUwY2UxYmQ4NTg4ZTJkPjxkZDIzM2RiODJlMjllMmNlOD
hlMGNlMWJkODU4OGUyZD5dIC9FbmNyeXB0IDYgMCBSID4+CnN0YXJ0eHJlZgoxMDAwCiUlRU9GCg==
`,
  'base64',
)

const path = join(tmpdir(), `empty-owner-${process.pid}.pdf`)
afterAll(() => rmSync(path, { force: true }))

const pagesOf = async (bytes: Buffer) => {
  writeFileSync(path, bytes)
  const pdf = await openPdf(path, defaultLimits)
  try {
    return [pdf.pageCount, renderPdfPage(pdf, 0, { width: 50 }).width]
  } finally {
    pdf.close()
  }
}

test('a PDF with an empty owner password opens, whichever way its entries are written', async () => {
  expect(await pagesOf(emptyOwner)).toEqual([3, 50])
  const inBrackets = emptyOwner
    .toString('latin1')
    .replace(/(?<=\/(?:O|OE|U|UE) )<([0-9a-f]+)>/g, (whole, hex: string) =>
      `(${[...Buffer.from(hex, 'hex')].map(written).join('')})`.padEnd(whole.length),
    )
  expect(inBrackets).not.toMatch(/\/UE </)
  expect(await pagesOf(Buffer.from(inBrackets, 'latin1'))).toEqual([3, 50])
})

const written = (byte: number): string => {
  const char = String.fromCharCode(byte)
  if (char === '\r') return '\\r'
  return /[()\\]/.test(char) ? `\\${char}` : char
}

test('one whose owner has a password asks for it', async () => {
  const other = Buffer.from(emptyOwner)
  // With another salt it is the hash of another password.
  const salt = other.indexOf('/O ') + 20
  other[salt] = other[salt]! === 65 ? 66 : 65
  await expect(pagesOf(other)).rejects.toMatchObject({ details: { encrypted: true } })
})
