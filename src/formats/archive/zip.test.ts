import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeZip, type ZipPart } from '../../../test/fixtures/make-zip.ts'
import { tempFiles } from '../../../test/fixtures/temp-files.ts'
import { FormatError } from '../errors.ts'
import { defaultLimits } from '../limits.ts'
import type { Archive } from './archive.ts'
import { FileSource } from './file-source.ts'
import { openZip } from './zip.ts'

const write = tempFiles()
let count = 0

function open(parts: readonly ZipPart[], options: Parameters<typeof makeZip>[1] = {}, limits = defaultLimits): Archive {
  return openZip(new FileSource(write(`${count++}.zip`, makeZip(parts, options))), limits)
}

async function textOf(archive: Archive, name: string): Promise<string> {
  return Buffer.from(await archive.read(archive.find(name)!)).toString()
}

const two: ZipPart[] = [
  { name: 'a.txt', data: 'first' },
  { name: 'b.txt', data: 'second '.repeat(100), method: 8 },
]

describe('a ZIP archive', () => {
  it('gives stored and deflated entries', async () => {
    const archive = open(two)
    expect(await textOf(archive, 'a.txt')).toBe('first')
    expect(await textOf(archive, 'b.txt')).toBe('second '.repeat(100))
  })

  it('is read with bytes before it, after it, and an end signature in its comment', async () => {
    const comment = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(40)])
    for (const options of [{ before: Buffer.alloc(3000, 7) }, { after: Buffer.alloc(40_000, 7) }, { comment }]) {
      expect(await textOf(open(two, options), 'b.txt')).toBe('second '.repeat(100))
    }
  })

  it('is read with sizes in the zip64 extra field and after the data', async () => {
    const archive = open([
      { name: 'wide', data: 'wide', zip64: true },
      { name: 'streamed', data: 'streamed', method: 8, streamed: true },
    ])
    expect(await textOf(archive, 'wide')).toBe('wide')
    expect(await textOf(archive, 'streamed')).toBe('streamed')
  })

  it("gives the position of an entry's bytes", () => {
    const bytes = makeZip(two)
    const archive = openZip(new FileSource(write('index.zip', bytes)), defaultLimits)
    const index = archive.locate(archive.entries[0]!)!
    expect(index).toMatchObject({ method: 0, size: 5, packedSize: 5, crc32: crc32('first') })
    expect(bytes.toString('latin1', index.offset, index.offset + 5)).toBe('first')
  })

  it('gives the head of an entry without unpacking the rest', async () => {
    const archive = open([{ name: 'long', data: Buffer.alloc(5_000_000, 'abc'), method: 8 }])
    const head = await archive.readHead(archive.entries[0]!, 300)
    expect(Buffer.from(head.subarray(0, 6)).toString()).toBe('abcabc')
    expect(head.length).toBeGreaterThanOrEqual(300)
    expect(head.length).toBeLessThan(5_000_000)
  })

  it('keeps both entries of one name and finds the last', async () => {
    const archive = open([
      { name: 'x', data: 'one' },
      { name: 'x', data: 'two' },
    ])
    expect(archive.entries).toHaveLength(2)
    expect(await textOf(archive, 'x')).toBe('two')
  })

  it('does not take folders and links for files', () => {
    const archive = open([
      { name: 'folder/' },
      { name: 'link', data: '/etc/passwd', mode: 0o120777 },
      { name: 'file', data: '1', mode: 0o100644 },
    ])
    expect(archive.entries.map((entry) => entry.isFile)).toEqual([false, false, true])
  })

  it('takes traversal names as mere labels', () => {
    const archive = open([{ name: '../../x' }, { name: '/etc/y' }, { name: 'C:\\z' }])
    expect(archive.entries.map((entry) => entry.name)).toEqual(['../../x', '/etc/y', 'C:/z'])
  })

  it('reads the others when one entry is encrypted, cut off or packed in an unknown way', async () => {
    const archive = open([
      { name: 'secret', data: 'x', flags: 1 },
      { name: 'cut', data: 'x', packedSize: 1_000_000, size: 1_000_000 },
      { name: 'odd', data: 'x', method: 6 },
      { name: 'good', data: 'good' },
    ])
    const results = new Map<string, string>()
    await archive.extract(archive.entries, (entry, bytes) => {
      results.set(entry.name, bytes instanceof FormatError ? bytes.type : Buffer.from(bytes).toString())
    })
    expect(Object.fromEntries(results)).toEqual({
      secret: 'page_extraction',
      cut: 'page_extraction',
      odd: 'page_extraction',
      good: 'good',
    })
    expect(archive.entries[0]!.isEncrypted).toBe(true)
  })
})

describe('a hostile ZIP archive', () => {
  it('is refused when its entries share their bytes', () => {
    const bomb = [
      { name: '0', data: Buffer.alloc(50_000), method: 0 },
      ...Array.from({ length: 50 }, (_, n) => ({ name: `${n + 1}`, sameDataAs: 0 })),
    ]
    expect(() => open(bomb)).toThrow(/overlap/)
  })

  it('is refused when it lists more entries than allowed', () => {
    expect(() => open(two, {}, { ...defaultLimits, archiveEntries: 1 })).toThrow(FormatError)
  })

  it('cannot make an entry unpack to more than is allowed, whatever size it declares', async () => {
    const zeros = Buffer.alloc(30_000_000)
    for (const size of [30_000_000, 10]) {
      const archive = open([{ name: 'bomb', data: zeros, method: 8, size }])
      await expect(archive.read(archive.entries[0]!)).rejects.toThrow(FormatError)
    }
  })

  it('is not believed when it declares sizes it does not have', async () => {
    const archive = open([{ name: 'liar', data: 'x'.repeat(100), method: 8, size: 0xfffffffe }])
    await expect(archive.read(archive.entries[0]!)).rejects.toThrow(/more than/)
  })

  it('is refused when it is cut short or no archive', () => {
    const whole = makeZip(two)
    for (const bytes of [whole.subarray(0, whole.length - 60), Buffer.from('PK\x03\x04 and nothing else', 'latin1')]) {
      expect(() => openZip(new FileSource(write(`${count++}.zip`, bytes)), defaultLimits)).toThrow(FormatError)
    }
  })
})

describe('names of ZIP entries', () => {
  const nameOf = (...names: (string | Buffer)[]) =>
    open(names.map((name) => ({ name }))).entries.map((entry) => entry.name)

  it('are UTF-8, with the flag or without', () => {
    expect(open([{ name: '表紙.png', flags: 0x800 }]).entries[0]!.name).toBe('表紙.png')
    expect(nameOf('表紙.png')).toEqual(['表紙.png'])
  })

  it('are CP437 where they are not UTF-8', () => {
    expect(nameOf(Buffer.from([0x47, 0x72, 0x94, 0xe1, 0x65, 0x5f, 0x82]))).toEqual(['Größe_é'])
  })

  it('are Shift-JIS where that makes Japanese words', () => {
    expect(
      nameOf(Buffer.from([0x91, 0xe6, 0x30, 0x31, 0x8a, 0xaa, 0x2f, 0x95, 0x5c, 0x8e, 0x86, 0x2e, 0x6a, 0x70, 0x67])),
    ).toEqual(['第01巻/表紙.jpg'])
  })

  it('are GBK where that makes Chinese words', () => {
    expect(nameOf(Buffer.from([0xb5, 0xda, 0xd2, 0xbb, 0xbe, 0xed, 0x2e, 0x6a, 0x70, 0x67]))).toEqual(['第一卷.jpg'])
  })

  it.each([
    ['Shift-JIS', '第01巻/001.jpg', '91e630318aaa2f3030312e6a7067'],
    ['GBK', '第01卷/001.jpg', 'b5da3031beed2f3030312e6a7067'],
    ['GBK', '火影忍者/1.jpg', 'bbf0d3b0c8ccd5df2f312e6a7067'],
    ['GBK', '名侦探柯南/特别篇/1.png', 'c3fbd5ecccbdbfc2c4cf2fccd8b1f0c6aa2f312e706e67'],
    ['Korean', '제1권/표지01.png', 'c1a631b1c72fc7a5c1f630312e706e67'],
    ['Korean', '나 혼자만 레벨업/1화.jpg', 'b3aa20c8a5c0dab8b820b7b9baa7bef72f31c8ad2e6a7067'],
    ['Big5', '灌籃高手 第5卷/1.jpg', 'c4e9c478b0aaa4e220b2c435a8f72f312e6a7067'],
    ['Big5', '海賊王/第10話.jpg', 'aefcb8e9a4fd2fb2c43130b8dc2e6a7067'],
    ['CP866', 'Том 1/страница 2.jpg', '92aeac20312fe1e2e0a0ada8e6a020322e6a7067'],
    ['CP866', 'Наруто/001.jpg', '8da0e0e3e2ae2f3030312e6a7067'],
    ['CP437', 'Bücher/Straße.png', '4281636865722f53747261e1652e706e67'],
    ['CP437', 'Tomé/año.jpg', '546f6d822f61a46f2e6a7067'],
    ['Windows-1252', 'Élève/Théâtre.jpg', 'c96ce876652f5468e9e27472652e6a7067'],
    ['Windows-1252', 'Größe/Straße.png', '4772f6df652f53747261df652e706e67'],
    ['Windows-1252', 'España/año.jpg', '45737061f1612f61f16f2e6a7067'],
    ['Windows-1252', 'está.jpg', '657374e12e6a7067'],
    ['Windows-1252', 'Don’t/01.jpg', '446f6e92742f30312e6a7067'],
    ['Windows-1252', 'Tome 1 – Début/créée.jpg', '546f6d65203120962044e96275742f6372e9e9652e6a7067'],
    ['Windows-1252', 'Ærø.jpg', 'c672f82e6a7067'],
    ['Windows-1252', '¡Viva México!/1.jpg', 'a156697661204de97869636f212f312e6a7067'],
    ['Windows-1252', 'Ça va/où.jpg', 'c7612076612f6ff92e6a7067'],
    [
      'Windows-1252',
      'Asterix bei den Briten/Übersicht.jpg',
      '41737465726978206265692064656e2042726974656e2fdc62657273696368742e6a7067',
    ],
    ['Windows-1252', 'Pokémon.jpg', '506f6be96d6f6e2e6a7067'],
    ['CP437', 'Ärger/Übersicht.png', '8e726765722f9a62657273696368742e706e67'],
    ['CP437', 'Don Quijote/capítulo.jpg', '446f6e205175696a6f74652f636170a174756c6f2e6a7067'],
    ['CP437', 'Pokémon à Tokyo.jpg', '506f6b826d6f6e208520546f6b796f2e6a7067'],
    ['CP437', 'Niño/Señor.png', '4e69a46f2f5365a46f722e706e67'],
  ])('are read in the code page of their maker: %s, %s', (_codePage, name, bytes) => {
    expect(nameOf(Buffer.from(bytes, 'hex'))).toEqual([name])
  })

  it('come from the Unicode Path field while it belongs to the name', () => {
    const plain = Buffer.from([0x82, 0x2e, 0x70, 0x6e, 0x67])
    const field = (of: Buffer) => {
      const extra = Buffer.concat([Buffer.from([0x75, 0x70, 5 + 6, 0, 1, 0, 0, 0, 0]), Buffer.from('ü.png')])
      extra.writeUInt16LE(extra.length - 4, 2)
      extra.writeUInt32LE(crc32(of), 5)
      return extra
    }
    expect(open([{ name: plain, extra: field(plain) }]).entries[0]!.name).toBe('ü.png')
    expect(open([{ name: plain, extra: field(Buffer.from('other')) }]).entries[0]!.name).toBe('é.png')
  })
})
