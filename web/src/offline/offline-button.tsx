import type { Book } from '../api/shapes.ts'

export function OfflineButton(_: { book: Book }) {
  return null
}
