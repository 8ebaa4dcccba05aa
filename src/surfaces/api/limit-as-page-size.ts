import { maxPageSize, type Paging } from '../../contract/paging.ts'

/** `limit` is the older name of `pageSize` for short lists. */
export function limitAsPageSize({ page, pageSize, limit }: Paging & { limit?: number }): Paging {
  return { page, pageSize: Math.min(limit ?? pageSize, maxPageSize) }
}
