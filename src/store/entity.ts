/** A series or a book, in statements that treat both alike: names of tables and columns start with it. */
export type EntityName = 'book' | 'series'

export const idColumnOf = (entity: EntityName) => (entity === 'book' ? 'book_id' : 'series_id')
