import type { PdfFit, Rotation } from './pdf-layout.ts'

export const pdfFlows = ['continuous', 'paged'] as const
export const pdfFits: PdfFit[] = ['width', 'page', 'custom']
export const pdfThemes = ['light', 'dark', 'auto'] as const

export type PdfSettings = {
  flow: (typeof pdfFlows)[number]
  fit: PdfFit
  /** With `custom`; 1: as large as on paper. */
  zoom: number
  isDouble: boolean
  rotation: Rotation
  /** Dark pages: always, never, or as the rest of the interface. */
  theme: (typeof pdfThemes)[number]
}

export const defaultPdfSettings: PdfSettings = {
  flow: 'continuous',
  fit: 'width',
  zoom: 1,
  isDouble: false,
  rotation: 0,
  theme: 'light',
}

/** What belongs to one book by its nature, and is not asked for all of them. */
export const perBookPdfSettings: (keyof PdfSettings)[] = ['rotation']
