import type { Generated } from 'kysely'
import type { Uid } from '../uid.ts'

/** Genres, tags, people, relations and external data of series and books. */
export interface MetadataTables {
  genre: GenreTable
  series_genre: SeriesGenreTable
  book_genre: BookGenreTable
  tag: TagTable
  series_tag: SeriesTagTable
  book_tag: BookTagTable
  person: NameTable
  series_person: SeriesPersonTable
  book_person: BookPersonTable
  story_arc: NameTable
  book_story_arc: BookStoryArcTable
  character: NameTable
  book_character: { character_id: number; book_id: number }
  team: NameTable
  book_team: { team_id: number; book_id: number }
  location: NameTable
  book_location: { location_id: number; book_id: number }
  book_universe: BookUniverseTable
  series_relation: SeriesRelationTable
  alternate_title: AlternateTitleTable
  series_external_id: SeriesExternalIdTable
  series_external_link: SeriesExternalLinkTable
  book_external_id: BookExternalIdTable
  book_external_link: BookExternalLinkTable
  series_external_rating: SeriesExternalRatingTable
  cover: CoverTable
}

interface GenreTable {
  id: Generated<number>
  uid: Uid
  name: string
  name_key: string
  created_at: number
}

interface SeriesGenreTable {
  genre_id: number
  series_id: number
}

interface BookGenreTable {
  genre_id: number
  book_id: number
}

interface TagTable {
  id: Generated<number>
  uid: Uid
  name: string
  name_key: string
  created_at: number
}

interface SeriesTagTable {
  tag_id: number
  series_id: number
}

interface BookTagTable {
  tag_id: number
  book_id: number
}

interface NameTable {
  id: Generated<number>
  name: string
  name_key: string
}

interface SeriesPersonTable {
  person_id: number
  series_id: number
  role: string
}

interface BookPersonTable {
  person_id: number
  book_id: number
  role: string
}

interface BookStoryArcTable {
  story_arc_id: number
  book_id: number
  position: number | null
}

interface BookUniverseTable {
  book_id: number
  name: string
  name_key: string
}

/** `other` is the sequel, adaptation … of `series`. */
interface SeriesRelationTable {
  series_id: number
  other_id: number
  kind: string
  source: string
  created_at: number
}

interface AlternateTitleTable {
  id: Generated<number>
  uid: Uid
  series_id: number
  label: string
  title: string
  created_at: number
  updated_at: number
}

interface SeriesExternalIdTable {
  id: Generated<number>
  uid: Uid
  series_id: number
  source: string
  external_id: string
  url: string | null
  created_at: number
  updated_at: number
}

interface SeriesExternalLinkTable {
  id: Generated<number>
  uid: Uid
  series_id: number
  source: string
  url: string
  external_id: string | null
  created_at: number
  updated_at: number
}

interface BookExternalIdTable {
  id: Generated<number>
  uid: Uid
  book_id: number
  source: string
  external_id: string
  url: string | null
  created_at: number
  updated_at: number
}

interface BookExternalLinkTable {
  id: Generated<number>
  uid: Uid
  book_id: number
  source: string
  url: string
  external_id: string | null
  created_at: number
  updated_at: number
}

interface SeriesExternalRatingTable {
  id: Generated<number>
  uid: Uid
  series_id: number
  source: string
  rating: number
  votes: number | null
  created_at: number
  updated_at: number
}

interface CoverTable {
  id: Generated<number>
  uid: Uid
  series_id: number | null
  book_id: number | null
  source: string
  media_type: string
  hash: string
  width: number | null
  height: number | null
  /** For an image file beside the books: its path in the library, and its size and time when it was read. */
  artwork_path: Generated<string | null>
  artwork_stamp: Generated<string | null>
  created_at: number
}
