/** A series or a book, where statements treat both alike: tables and columns begin with this name. */
export type EntityName = 'book' | 'series'

export const idColumnOf = (entity: EntityName) => (entity === 'book' ? 'book_id' : 'series_id')
