interface FontWish {
  magic?: string
  family?: string
  weight?: number
  isItalic?: boolean
  outlines?: string
  /** Variation axes: the lowest and the highest value of each. */
  axes?: Record<string, [low: number, high: number]>
  without?: string
}

/** Builds a minimal font: a directory, a name and a weight. It has no glyphs. */
export function fontOf({
  magic = '\0\u0001\0\0',
  family = 'Test Sans',
  weight = 400,
  isItalic = false,
  outlines = 'glyf',
  axes,
  without,
}: FontWish): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16()
  const name = Buffer.alloc(18)
  ;[0, 1, 18, 3, 1, 0x409, 1, text.length, 0].forEach((value, index) => {
    name.writeUInt16BE(value, index * 2)
  })
  const os2 = Buffer.alloc(78)
  os2.writeUInt16BE(weight, 4)
  os2.writeUInt16BE(isItalic ? 1 : 0, 62)
  const empty = Buffer.alloc(8)
  const tables = Object.entries({
    'OS/2': os2,
    cmap: empty,
    [outlines]: empty,
    ...(axes && { fvar: fvarOf(axes) }),
    head: empty,
    hhea: empty,
    hmtx: empty,
    maxp: empty,
    name: Buffer.concat([name, text]),
  }).filter(([tag]) => tag !== without)
  const head = Buffer.alloc(12 + tables.length * 16)
  head.write(magic, 0, 'latin1')
  head.writeUInt16BE(tables.length, 4)
  let offset = head.length
  tables.forEach(([tag, data], index) => {
    const at = 12 + index * 16
    head.write(tag, at, 'latin1')
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(data.length, at + 12)
    offset += data.length
  })
  return Buffer.concat([head, ...tables.map(([, data]) => data)])
}

function fvarOf(axes: Record<string, [low: number, high: number]>): Buffer {
  const table = Buffer.alloc(16 + Object.keys(axes).length * 20)
  ;[1, 0, 16, 2, Object.keys(axes).length, 20, 0, 0].forEach((value, index) => {
    table.writeUInt16BE(value, index * 2)
  })
  Object.entries(axes).forEach(([tag, [low, high]], index) => {
    const at = 16 + index * 20
    table.write(tag, at, 'latin1')
    ;[low, low, high].forEach((value, part) => {
      table.writeInt32BE(value * 65536, at + 4 + part * 4)
    })
  })
  return table
}
