import type { Annotation } from '../../contract/annotations.ts'
import type { AnnotationRow } from '../../store/annotation/annotation.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { formatTimestamp, formatTimestampOrNull } from '../present/format-time.ts'

export function presentAnnotation(row: AnnotationRow, bookId: string): Annotation {
  return {
    id: bytesToUuid(row.uid),
    bookId,
    locator: JSON.parse(row.locator),
    color: row.color as Annotation['color'],
    style: row.style as Annotation['style'],
    note: row.note,
    device: row.device,
    createdAt: formatTimestamp(row.created_at),
    updatedAt: formatTimestamp(row.updated_at),
    deletedAt: formatTimestampOrNull(row.deleted_at),
  }
}
