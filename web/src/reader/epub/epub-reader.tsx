import type { Book } from '../../api/shapes.ts'

export function EpubReader(_: { book: Book; startAt: number | undefined; incognito: boolean; close: () => void }) {
  return null
}
