import { markFixedLayoutBooks } from '../book/mark-fixed-layout-books.ts'
import type { Migration } from './migration.ts'

/** Whether an EPUB has a fixed layout: e-readers open such books in a different reader. */
export const fixedLayout: Migration = {
  number: 32,
  name: 'fixed-layout',
  statements: () => [`alter table book add column is_fixed_layout integer not null default 0`],
  afterwards: markFixedLayoutBooks,
}
