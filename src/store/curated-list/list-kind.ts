/** Collections contain series, read lists contain books; otherwise they are the same: a named list of members. */
export interface ListKind {
  table: 'collection' | 'read_list'
  members: 'collection_series' | 'read_list_book'
  listKey: 'collection_id' | 'read_list_id'
  member: 'series' | 'book'
  memberKey: 'series_id' | 'book_id'
}

export const collectionKind: ListKind = {
  table: 'collection',
  members: 'collection_series',
  listKey: 'collection_id',
  member: 'series',
  memberKey: 'series_id',
}

export const readListKind: ListKind = {
  table: 'read_list',
  members: 'read_list_book',
  listKey: 'read_list_id',
  member: 'book',
  memberKey: 'book_id',
}
