import { describe, expect, it } from 'vitest'
import { readCbl } from './cbl.ts'

const list = (books: string) =>
  new TextEncoder().encode(
    `<?xml version="1.0"?><ReadingList><Name>Civil War</Name><Books>${books}</Books></ReadingList>`,
  )

describe('a CBL file', () => {
  it('gives its name and its books in order', () => {
    const read = readCbl(
      list(
        '<Book Series="Civil War" Number="1" Volume="2006" Year="2006"><Id>x</Id></Book><Book Series="New &amp; Old" Number="½" Volume="-1"/>',
      ),
    )
    expect(read.name).toBe('Civil War')
    expect(read.books).toEqual([
      { series: 'Civil War', number: '1', volume: 2006, year: 2006 },
      { series: 'New & Old', number: '½', volume: undefined, year: undefined },
    ])
  })
  it('passes over entries that name no series', () => {
    expect(readCbl(list('<Book Number="1"/>')).books).toEqual([])
  })
  it('passes over entries that are longer than any name', () => {
    expect(
      readCbl(list(`<Book Series="x${' '.repeat(1000)}x"/><Book Series="y" Number="${'1'.repeat(101)}"/>`)).books,
    ).toEqual([])
  })
  it('is refused when it has more books than a list can hold', () => {
    const book = '<Book Series="x"/>'
    expect(readCbl(list(book.repeat(20_000))).books).toHaveLength(20_000)
    expect(() => readCbl(list(book.repeat(20_001)))).toThrow(/20000 books/)
  })
  it('is refused when it is something else', () => {
    expect(() => readCbl(new TextEncoder().encode('<html/>'))).toThrow(/not a reading list/)
    expect(() => readCbl(new TextEncoder().encode('no xml'))).toThrow()
  })
})
