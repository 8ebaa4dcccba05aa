import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  bytes: Uint8Array
  isDeflated?: boolean
}

/** A ZIP archive in memory. The comment makes it differ from others of the same content. */
export function makeZip(entries: readonly ZipEntry[], comment: string): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, isDeflated = false } of entries) {
    const packed = isDeflated ? deflateRawSync(bytes) : bytes
    const title = Buffer.from(name)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(0x0800, 2)
    shared.writeUInt16LE(isDeflated ? 8 : 0, 4)
    shared.writeUInt32LE(0x5a6f_6000, 6)
    shared.writeUInt32LE(crc32(bytes), 10)
    shared.writeUInt32LE(packed.byteLength, 14)
    shared.writeUInt32LE(bytes.byteLength, 18)
    shared.writeUInt16LE(title.byteLength, 22)
    pieces.push(Buffer.from('PK\x03\x04'), shared, title, Buffer.from(packed))
    const central = Buffer.alloc(14)
    central.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), shared, central, title)
    offset += 30 + title.byteLength + packed.byteLength
  }
  const index = Buffer.concat(directory)
  const note = Buffer.from(comment)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(index.byteLength, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(note.byteLength, 20)
  return Buffer.concat([...pieces, index, end, note])
}
