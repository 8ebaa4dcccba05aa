import type { PdfDocument } from './document.ts'

export interface PageSize {
  width: number
  height: number
}

/** The size of each page in points, after rotation; null for pages that the document counts but that are missing. */
export function pageSizes(pdf: PdfDocument): (PageSize | null)[] {
  return pdf.use('parser', (pdfium, handle) =>
    pdfium.borrow(8, (address) => {
      const sizes: (PageSize | null)[] = []
      for (let index = 0; index < pdf.pageCount; index++) {
        const found = pdfium.call('FPDF_GetPageSizeByIndexF', handle, index, address)
        const { view } = pdfium
        const size = { width: view.getFloat32(address, true), height: view.getFloat32(address + 4, true) }
        sizes.push(found !== 0 && size.width > 0 && size.height > 0 ? size : null)
      }
      return sizes
    }),
  )
}
