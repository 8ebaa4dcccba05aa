import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { showToast } from '../../api/show-message.ts'
import type { BookPageInfo } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import {
  chapterAtPage,
  chaptersOfOutline,
  pageNumberFromLabel,
  pdfDocumentQuery,
  pdfPageLabel,
  pdfPageSizes,
} from './pdf-document-info.ts'

/** The sizes and names of the pages, and the chapters. `chapters` is undefined until they are known. */
export function usePdfDocument(bookId: string, pages: BookPageInfo[]) {
  const { data: document } = useQuery(pdfDocumentQuery(bookId))
  const sizes = useMemo(() => pdfPageSizes(document, pages), [document, pages])
  const chapters = useMemo(() => document && chaptersOfOutline(document.outline), [document])
  const chapterOf = useCallback((page: number) => chapterAtPage(chapters ?? [], page), [chapters])
  const labelOf = useCallback((page: number) => pdfPageLabel(document, page), [document])
  const total = pages.length
  const pageName = useCallback((page: number) => t('reader.page', { page, total }), [total])
  const announcementOf = (page: number): string => {
    const label = labelOf(page)
    return label === String(page) ? pageName(page) : t('pdf.labelled', { label, page, total })
  }
  /** Says so if there is no such page. */
  const findPage = (typed: string): number | undefined => {
    const found = pageNumberFromLabel(document, total, typed)
    if (!found) showToast({ message: t('pdf.noSuchPage', { page: typed }) })
    return found
  }
  return { sizes, chapters, chapterOf, labelOf, pageName, announcementOf, findPage }
}
