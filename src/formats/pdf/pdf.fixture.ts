export interface PdfParts {
  /** One media box per page: `[0 0 612 792]`, with further entries of the page. */
  pages: string[]
  /** Entries of the Info dictionary, `/Title (x)`. */
  info?: string
  /** More entries of the catalogue. */
  catalog?: string
  /** More objects; the first has number 100. */
  objects?: string[]
  /** Content stream of every page. */
  content?: string
  /** A false page count for the page tree. */
  count?: number
  /** Number of padding bytes between the objects and the cross-reference table. */
  gap?: number
}

/** Builds a small PDF. */
export function makePdf(parts: PdfParts): Buffer {
  const content = parts.content ?? ''
  const objects = new Map<number, string>([
    [1, `<</Type/Catalog/Pages 2 0 R ${parts.catalog ?? ''}>>`],
    [
      2,
      `<</Type/Pages/Count ${parts.count ?? parts.pages.length}/Kids[${parts.pages.map((_, at) => `${1000 + at} 0 R`).join(' ')}]>>`,
    ],
    [3, `<<${parts.info ?? ''}>>`],
    [4, `<</Length ${content.length}>>stream\n${content}\nendstream`],
    ...(parts.objects ?? []).map((object, at): [number, string] => [100 + at, object]),
    ...parts.pages.map((page, at): [number, string] => [
      1000 + at,
      `<</Type/Page/Parent 2 0 R/Contents 4 0 R/MediaBox ${page}>>`,
    ]),
  ])
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets = new Map<number, number>()
  let at = pieces[0]!.length
  const push = (piece: Buffer) => {
    pieces.push(piece)
    at += piece.length
  }
  for (const [number, object] of objects) {
    offsets.set(number, at)
    push(Buffer.from(`${number} 0 obj\n${object}\nendobj\n`, 'latin1'))
  }
  push(Buffer.alloc(parts.gap ?? 0, 0x20))
  const table = [...offsets].map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
  const start = at
  push(
    Buffer.from(
      `xref\n0 1\n0000000000 65535 f \n${table.join('')}trailer<</Size 2000/Root 1 0 R/Info 3 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(pieces)
}
