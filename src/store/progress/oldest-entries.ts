/** All but the newest entries of one user and one book: no one reads a book that often, but a script may report it. */
export const oldestEntries = (table: 'reading_session' | 'completion') => `user_id = ? and book_id = ? and id <=
  (select id from ${table} where user_id = ? and book_id = ? order by id desc limit 1 offset ${MAX_HISTORY})`
const MAX_HISTORY = 1000
