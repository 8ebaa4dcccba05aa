import type { BookPageInfo } from '../api/types.ts'

const narrowest = 84
const gap = 12
const rowGap = 14
/** No page is drawn higher than this: strips are hundreds of times as long as they are wide. */
const maxHeight = 220
export const captionHeight = 20

/** As many pages beside each other as there is room for, and how wide each is. */
export function columnsFor(room: number): { columns: number; width: number } {
  const columns = Math.max(1, Math.floor((room + gap) / (narrowest + gap)))
  return { columns, width: (room - gap * (columns - 1)) / columns }
}

/** As high as the highest page in it. Pages nobody has measured are drawn two by three. */
export function rowHeightOf(pages: Pick<BookPageInfo, 'width' | 'height'>[], width: number): number {
  const heights = pages.map((page) => (width * (page.height || 3)) / (page.width || 2))
  return Math.ceil(Math.min(maxHeight, Math.max(...heights))) + captionHeight + rowGap
}
