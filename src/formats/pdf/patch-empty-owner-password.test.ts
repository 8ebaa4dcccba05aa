import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pdfWithEmptyOwnerPassword as emptyOwner, pdfWithPassword } from '../../../test/fixtures/encrypted-pdf.ts'
import { defaultLimits } from '../limits.ts'
import { openPdf } from './document.ts'
import { renderPdfPage } from './render.ts'

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
  await expect(pagesOf(pdfWithPassword)).rejects.toMatchObject({ details: { encrypted: true } })
})
