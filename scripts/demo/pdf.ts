/** A plain PDF of a few pages with a line of text on each. */
export function pdfOf(lines: string[]): Buffer {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const kids = lines.map((_, index) => `${4 + index * 2} 0 R`)
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${lines.length} >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (const [index, line] of lines.entries()) {
    const text = `BT /F1 36 Tf 72 700 Td (${line.replace(/[()\\]/g, '\\$&')}) Tj ET`
    const content = `${5 + index * 2} 0 R`
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${content} >>`,
    )
    add(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`)
  }
  let file = '%PDF-1.4\n'
  const places = objects.map((body, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return place
  })
  const start = file.length
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
