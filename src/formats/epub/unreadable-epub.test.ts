import { describe, expect, test } from 'vitest'
import { FormatError } from '../errors.ts'
import { type BookParts, bookReader, documents, someText, xhtml } from './book.fixture.ts'

const read = bookReader()

describe('what cannot be read', () => {
  const errorOf = async (parts: BookParts) => {
    const error = await read(parts).then(
      () => undefined,
      (thrown) => thrown,
    )
    expect(error).toBeInstanceOf(FormatError)
    return error as FormatError
  }
  const encryption = (algorithm: string, uri: string) =>
    `<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="${uri}"/></enc:CipherData></enc:EncryptedData></encryption>`

  test('is an error of its own kind', async () => {
    expect(
      await errorOf({ files: { 'META-INF/container.xml': '<container/>', 'OPS/book.opf': '<html/>' } }),
    ).toMatchObject({ type: 'parser' })
    expect(await errorOf({ opf: '' })).toMatchObject({ type: 'parser' })
    expect(
      await errorOf({ opf: '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]><package>&x;</package>' }),
    ).toMatchObject({ type: 'parser' })
    expect(await errorOf({ spine: '' })).toMatchObject({ type: 'zero_pages' })
    expect(await errorOf({ ...documents('a') })).toMatchObject({ type: 'zero_pages' })
  })

  test('is a reading order that goes round and round', async () => {
    const files = { 'OPS/a.xhtml': someText }
    expect(await errorOf({ ...documents('a'), spine: '<itemref idref="a"/>'.repeat(20_001), files })).toMatchObject({
      type: 'parser',
    })
    const large = xhtml(Array.from({ length: 60_000 }, (_, at) => ((at * 2654435761) >>> 0).toString(36)).join(' '))
    expect(
      await errorOf({
        ...documents('a'),
        spine: '<itemref idref="a"/>'.repeat(10_000),
        files: { 'OPS/a.xhtml': large },
      }),
    ).toMatchObject({ details: { limit: 'positions' } })
  })

  test('says that it is protected, and by whom', async () => {
    const aes = 'http://www.w3.org/2001/04/xmlenc#aes128-cbc'
    const locked = {
      ...documents('a'),
      files: {
        'OPS/a.xhtml': 'xx',
        'META-INF/rights.xml': '<rights/>',
        'META-INF/encryption.xml': encryption(aes, 'OPS/a.xhtml'),
      },
    }
    expect(await errorOf(locked)).toMatchObject({
      type: 'parser',
      message: expect.stringContaining('Adobe'),
      details: { encrypted: true },
    })
  })

  test('is not a book whose fonts are obfuscated', async () => {
    const book = await read({
      ...documents('a'),
      files: {
        'OPS/a.xhtml': someText,
        'META-INF/encryption.xml': encryption('http://www.idpf.org/2008/embedding', 'OPS/f.otf'),
      },
    })
    expect(book.readingOrder).toHaveLength(1)
  })
})
