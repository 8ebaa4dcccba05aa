/** A PDF with one JPEG on each page, as scanners and publishers of comics create them. */
export function pdfOfPictures(pictures: readonly Buffer[], width = 1000, height = 1500): Buffer {
  const pieces: Buffer[] = []
  const offsets: number[] = []
  let at = 0
  const write = (piece: Buffer | string) => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece
    pieces.push(bytes)
    at += bytes.length
  }
  const object = (number: number, ...body: (Buffer | string)[]) => {
    offsets[number] = at
    write(`${number} 0 obj\n`)
    for (const piece of body) write(piece)
    write('\nendobj\n')
  }
  const first = (index: number) => 3 + index * 3
  write('%PDF-1.4\n')
  object(1, '<< /Type /Catalog /Pages 2 0 R >>')
  object(
    2,
    `<< /Type /Pages /Count ${pictures.length} /Kids [${pictures.map((_, index) => `${first(index)} 0 R`).join(' ')}] >>`,
  )
  pictures.forEach((picture, index) => {
    const [page, content, image] = [first(index), first(index) + 1, first(index) + 2]
    const draw = `q ${width} 0 0 ${height} 0 0 cm /P Do Q`
    object(
      page,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R /Resources << /XObject << /P ${image} 0 R >> >> >>`,
    )
    object(content, `<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`)
    object(
      image,
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${picture.length} >>\nstream\n`,
      picture,
      '\nendstream',
    )
  })
  const table = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  write(
    `xref\n0 ${offsets.length}\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size ${offsets.length} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
  )
  return Buffer.concat(pieces)
}
