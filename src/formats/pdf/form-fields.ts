import { makePageBoxConverter, type RelativePageBox, roundBox } from './page-coordinates.ts'
import type { Pdfium } from './pdfium.ts'
import { annotationRect, visibleAnnotations } from './visible-annotations.ts'

const maxFields = 2000

/** fpdf_annot.h, FPDF_ANNOT_WIDGET. */
const WIDGET = 20

/** Where the form fields of an open page are. */
export function readFormFields(pdfium: Pdfium, page: number): RelativePageBox[] {
  const measure = makePageBoxConverter(pdfium, page)
  const fields: RelativePageBox[] = []
  for (const annotation of visibleAnnotations(pdfium, page)) {
    const rect = annotation.type === WIDGET && annotationRect(pdfium, annotation)
    if (rect) fields.push(roundBox(measure(rect)))
    if (fields.length === maxFields) break
  }
  return fields
}
