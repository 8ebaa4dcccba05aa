import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeForeignDatabase } from '../../../test/fixtures/make-foreign-database.ts'
import { makeZip } from '../../../test/fixtures/make-zip.ts'
import { reasonOf } from '../../contract/reasons.ts'
import { folder, read } from './read.fixture.ts'

let made = 0
const EXPORT = Buffer.from('{"format":"lectern-export","version":1,"kind":"lectern"}\n')

describe('what is not a database that can be imported', () => {
  it.each([
    ['text', () => Buffer.from('hello')],
    ['an empty file', () => Buffer.alloc(0)],
    ['a damaged database', () => Buffer.concat([Buffer.from('SQLite format 3\0', 'latin1'), Buffer.alloc(5000, 7)])],
    ['a damaged zip', () => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(500)])],
    ['a zip with a name that ends early', () => makeZip([{ name: 'a\0b.db', data: Buffer.alloc(1) }])],
    ['a zip with a name that is too long', () => makeZip([{ name: `${'a'.repeat(300)}.db`, data: Buffer.alloc(1) }])],
    [
      'a zip with a file that is a folder',
      () => makeZip(['x.db', 'x.db/y.db'].map((name) => ({ name, data: Buffer.alloc(1) }))),
    ],
    ['an export of empty lines', () => gzipSync(Buffer.concat([EXPORT, Buffer.alloc(2 ** 21, '\n')]))],
    ['a cut export', () => Buffer.from('{"format":"lectern-export","version":1,"kind":"lectern"}\n{"type":"book"}\n')],
  ])('%s is refused with a sentence', async (_, bytes) => {
    const path = join(folder, `bad-${++made}`)
    writeFileSync(path, bytes())
    await expect(read(path)).rejects.toMatchObject({ name: 'ForeignFileError' })
  })

  it.each([
    [
      'a zip without a database',
      () => makeZip([{ name: 'readme.md', data: Buffer.from('x') }]),
      'The zip contains no database',
    ],
    [
      'a zip that leads out',
      () => makeZip([{ name: '../../x.db', data: Buffer.alloc(9) }]),
      'The zip contains no database',
    ],
    [
      'a zip of several',
      () => makeZip(['a.db', 'b.db'].map((name) => ({ name, data: Buffer.alloc(9) }))),
      'The zip contains several',
    ],
    ['a packed text', () => gzipSync('hello'), 'not a Lectern export'],
    ['a packed database', () => gzipSync(Buffer.from(`SQLite format 3\0${'\n'.repeat(99)}`)), 'not a Lectern export'],
    ['one endless line', () => gzipSync(Buffer.alloc(70 * 2 ** 20, 'a')), 'damaged or incomplete'],
    ['a zip bomb', () => makeZip([{ name: 'x.db', data: Buffer.alloc(30 * 2 ** 20), method: 8 }]), 'compression ratio'],
  ])('%s is named as what it is', async (_, bytes, sentence) => {
    const path = join(folder, `named-${++made}`)
    writeFileSync(path, bytes())
    const error: unknown = await read(path).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'ForeignFileError', message: expect.stringContaining(sentence) })
    expect((error as Error).message).not.toContain(folder)
  })

  it('records of an export that nobody would write are listed, and take no other along', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const lines = [
      `{"type":${deep}}`,
      '{"type":{"toString":1}}',
      `{"type":"book","id":${deep}}`,
      '{"type":"book","id":{"toString":1}}',
      `{"type":"book","id":"deep","path":"/x","metadata":{"fields":{"title":${deep}}}}`,
      '{"type":"book","id":"good","path":"/y"}',
    ]
    const path = join(folder, 'odd.jsonl')
    writeFileSync(path, `${EXPORT}${lines.join('\n')}\n{"end":true,"records":${lines.length}}\n`)
    const { records, of } = await read(path)
    expect(records).toHaveLength(lines.length)
    expect(of('skipped')).toHaveLength(4)
    expect(of('book')).toMatchObject([{ id: 'deep', metadata: null }, { id: 'good' }])
    expect(() => JSON.stringify(records)).not.toThrow()
  })

  it('takes many covers in a zip, and deep JSON in a column as nothing', async () => {
    const { path, db } = makeForeignDatabase({
      media: [{ id: 'm', path: '/x', size: 1 }],
      users: [{ id: 'u', username: 'a', hashed_password: 'x' }],
      libraries: [{ path: 'x' }],
      media_annotation: [{ media_id: 'm', user_id: 'u', locator: `${'['.repeat(100_000)}${']'.repeat(100_000)}` }],
    })
    // A table whose name no text can have.
    db.enableDefensive(false)
    db.exec(`create table odd (a); insert into odd values (1); pragma writable_schema = on;
      update sqlite_master set name = cast(x'6fff' as text), tbl_name = cast(x'6fff' as text),
      sql = cast(cast('create table "' as blob) || x'6fff' || cast('" (a)' as blob) as text) where name = 'odd'`)
    db.close()
    const pictures = Array.from({ length: 20_001 }, (_, index) => ({
      name: `thumbs/${index}.txt`,
      data: Buffer.alloc(0),
    }))
    const zip = join(folder, 'many.zip')
    writeFileSync(zip, makeZip([...pictures, { name: 'stump.db', data: readFileSync(path) }]))
    const { records, of } = await read(zip)
    expect(of('annotation')).toMatchObject([{ locator: null }])
    expect(of('skipped')).toContainEqual(expect.objectContaining({ what: 'other table', rows: 1 }))
    expect(() => JSON.stringify(records)).not.toThrow()
  })

  it('a device is not read', async () => {
    await expect(read('/dev/zero')).rejects.toThrow('There is no file or folder')
  })

  it('unpacks a database from a zip, packed or not, and names one that is damaged', async () => {
    const { path, db } = makeForeignDatabase({
      media: [{ id: 'm', path: '/x', size: 1 }],
      users: [{ id: 'u', username: 'a', hashed_password: 'x' }],
      libraries: [{ path: 'x' }],
    })
    db.close()
    const data = readFileSync(path)
    for (const method of [8, 0]) {
      const zip = join(folder, `stump-${method}.zip`)
      writeFileSync(zip, makeZip([{ name: 'config/stump.db', data, method }]))
      expect((await read(zip)).kind).toBe('stump')
    }
    const bytes = makeZip([{ name: 'stump.db', data, method: 8 }])
    bytes.fill(0xff, 60, 90)
    writeFileSync(join(folder, 'broken.zip'), bytes)
    await expect(read(join(folder, 'broken.zip'))).rejects.toThrow('is damaged and can’t be')
  })

  it('another program’s database, a wrong kind and a missing file are named', async () => {
    const other = makeForeignDatabase({ things: [{ a: 1 }] })
    await expect(read(other.path)).rejects.toThrow('doesn’t belong to a supported program')
    await expect(read(join(folder, 'nothing'))).rejects.toThrow('There is no file or folder')
    const h2 = join(folder, 'database.mv.db')
    writeFileSync(h2, `H:2,block:3,blockSize:1000,chunk:2,clean:1${'\0'.repeat(5000)}`)
    const thrown: unknown = await read(h2).catch((error: unknown) => error)
    expect(reasonOf((thrown as Error).message)?.code).toBe('import_h2_database')
    const stump = makeForeignDatabase({
      media: [{ path: 'x' }],
      users: [{ hashed_password: 'x' }],
      libraries: [{ path: 'x' }],
    })
    await expect(read(stump.path, 'komga')).rejects.toThrow('This is a Stump database, not a Komga database.')
  })

  it('views in the place of tables, and values that are too large, are not read', async () => {
    const { path, db } = makeForeignDatabase({
      media: [{ id: 'm', path: '/x', size: 1 }],
      users: [{ id: 'u', username: 'a', hashed_password: 'x' }],
      libraries: [{ path: 'x' }],
    })
    db.exec(
      `create view reviews as select zeroblob(1000000000) as content; insert into media values ('huge', cast(zeroblob(40000000) as text), 1)`,
    )
    db.close()
    const { of } = await read(path)
    expect(of('book')).toHaveLength(1)
    expect(of('rating')).toHaveLength(0)
  })
})
