import { defineSetting } from './setting.ts'
import { bytes, gib, integer, kib, mib } from './setting-types.ts'

/** How large or how many things may be before they are refused: `limits` in the configuration. */
export const limitSettings = {
  body_bytes: defineSetting(bytes(), 2 * mib, 'Largest request body.'),
  public_body_bytes: defineSetting(bytes(), 16 * kib, 'Largest request body without signing in.'),
  json_depth: defineSetting(integer(8, 1000), 64, 'Maximum nesting depth of a JSON body.'),
  preference_bytes: defineSetting(bytes(), mib, 'Maximum size of all preferences of one user.'),
  keys: defineSetting(integer(1, 100_000), 100, 'Maximum number of API keys per user.'),
  sessions: defineSetting(
    integer(1, 100_000),
    100,
    'Maximum number of sessions per user. The least recently used one ends first.',
  ),
  bookmarks: defineSetting(integer(1, 1e6), 10_000, 'Maximum number of bookmarks per user and book.'),
  note_bytes: defineSetting(
    bytes(),
    64 * mib,
    'Maximum size of all bookmarks, highlights and notes of one user, including notes on ratings.',
  ),
  lists: defineSetting(integer(1, 1e6), 1000, 'Maximum number of collections and read lists per user.'),
  rule_lists: defineSetting(integer(0, 10_000), 50, 'Maximum number of these that follow a filter.'),
  list_members: defineSetting(integer(1, 1e6), 20_000, 'Maximum number of members of a list that is not shared.'),
  fonts: defineSetting(integer(0, 10_000), 50, 'Maximum number of uploaded fonts per user, and for the whole server.'),
  saved_filters: defineSetting(integer(1, 100_000), 200, 'Maximum number of saved filters per user.'),
  streams: defineSetting(integer(1, 10_000), 20, 'Maximum number of open event streams per user.'),
  upload_bytes: defineSetting(bytes(), 20 * mib, 'Largest upload, e.g. a cover.'),
  uploads: defineSetting(integer(1, 1000), 8, 'Maximum number of such uploads per user at the same time.'),
  import_bytes: defineSetting(bytes(), 4096 * mib, 'Largest uploaded file to import from another server.'),
  annotations_per_book: defineSetting(
    integer(1, 1e6),
    10_000,
    'Maximum number of highlights and notes per user and book.',
  ),
  archive_entries: defineSetting(integer(1, 1e7), 20_000, 'Maximum number of entries in an archive.'),
  entry_bytes: defineSetting(bytes(), 512 * mib, 'Largest unpacked size of an archive entry.'),
  compression_ratio: defineSetting(integer(2, 1e6), 200, 'Highest compression ratio allowed for an archive entry.'),
  compression_ratio_from_bytes: defineSetting(
    bytes(),
    10 * mib,
    'Entries smaller than this are exempt from the compression ratio.',
  ),
  image_pixels: defineSetting(integer(1000, 2 ** 40), 200_000_000, 'Largest image, in pixels.'),
  xml_bytes: defineSetting(bytes(), 16 * mib, 'Largest XML document inside a book.'),
  analysis_seconds: defineSetting(integer(1, 86_400), 120, 'Maximum time to analyse one file, in seconds.'),
  analysis_bytes: defineSetting(bytes(), gib, 'Maximum memory to analyse one file.'),
}
