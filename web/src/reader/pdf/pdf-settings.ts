import type { PdfFit, Rotation } from './pdf-layout.ts'

export const pdfFlows = ['continuous', 'paged'] as const
export const pdfFits: PdfFit[] = ['width', 'page', 'custom']
export const pdfThemes = ['light', 'dark', 'auto'] as const

export type PdfSettings = {
  flow: (typeof pdfFlows)[number]
  fit: PdfFit
  /** For `custom`; 1 is the size on paper. */
  zoom: number
  isDouble: boolean
  isCoverAlone: boolean
  rotation: Rotation
  /** Dark pages: always, never, or as in the rest of the interface. */
  theme: (typeof pdfThemes)[number]
}

export const defaultPdfSettings: PdfSettings = {
  flow: 'continuous',
  fit: 'width',
  zoom: 1,
  isDouble: false,
  isCoverAlone: true,
  rotation: 0,
  theme: 'light',
}

type Changes = Partial<PdfSettings>

/**
 * Splits a change into what belongs to one book and what applies to all: a zoom depends on the print of one book, a fit
 * on the screen, and which pages face each other on the book. Choosing a fit resets the zoom.
 */
export function splitPdfChanges(part: Changes): { forBook: Changes; forAll: Changes } {
  const { rotation, isCoverAlone, fit, zoom, ...forAll } = part
  const ofPages = { ...(rotation !== undefined && { rotation }), ...(isCoverAlone !== undefined && { isCoverAlone }) }
  if (fit === undefined) return { forBook: { ...ofPages, ...(zoom !== undefined && { zoom }) }, forAll }
  if (fit === 'custom') return { forBook: { ...ofPages, fit, zoom }, forAll }
  return { forBook: { ...ofPages, fit: undefined, zoom: undefined }, forAll: { ...forAll, fit } }
}
