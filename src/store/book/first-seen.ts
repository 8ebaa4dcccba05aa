import { sql } from 'kysely'

/** When a scan found the book: its date added may come from another server. */
export const firstSeenSql = (book: string) =>
  sql<number>`coalesce(${sql.ref(`${book}.first_seen_at`)}, ${sql.ref(`${book}.created_at`)})`
