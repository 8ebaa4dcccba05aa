/** The types of the API, taken from the contract so that web and server can't drift apart. */
import type { Static } from 'typebox'
import type { CurrentUser, SignInResponse } from '../../../src/contract/auth.ts'
import type { AdjacentBooks as Adjacent, BookDetail as Detail } from '../../../src/contract/books.ts'
import type { Condition } from '../../../src/contract/conditions.ts'
import type { filesystem } from '../../../src/contract/filesystem.ts'
import type { libraries } from '../../../src/contract/libraries.ts'
import type { seriesStrategies } from '../../../src/contract/library-strategies.ts'
import type { ReadingDirection as Direction } from '../../../src/contract/metadata.ts'
import type { PageInfo, pages } from '../../../src/contract/pages.ts'
import type { PageOf } from '../../../src/contract/paging.ts'
import type { AnswerOf } from '../../../src/contract/route.ts'
import type { AlphabeticalGroup as Group } from '../../../src/contract/series.ts'

export type { Annotation, AnnotationColor } from '../../../src/contract/annotations.ts'
export type { Bookmark } from '../../../src/contract/bookmarks.ts'
export type { Book } from '../../../src/contract/books.ts'
export type { Condition } from '../../../src/contract/conditions.ts'
export type { Cover } from '../../../src/contract/covers.ts'
export type { Collection, ReadList } from '../../../src/contract/curated-lists.ts'
export type { LecternEvent } from '../../../src/contract/events.ts'
export type { FacetKind, FacetSummary } from '../../../src/contract/facets.ts'
export type { SuggestedFolder } from '../../../src/contract/filesystem.ts'
export type { Font } from '../../../src/contract/fonts.ts'
export type { Library, ScanStatus } from '../../../src/contract/libraries.ts'
export type { Author, BookMetadata } from '../../../src/contract/metadata.ts'
export type { PageBox } from '../../../src/contract/pages.ts'
export type { Preference } from '../../../src/contract/preferences.ts'
export type { Progression } from '../../../src/contract/progress.ts'
export type {
  RelationKind,
  SeriesRelation,
  SimilarityReason,
  SimilarSeries,
} from '../../../src/contract/relations.ts'
export type { SavedFilter } from '../../../src/contract/saved-filters.ts'
export type { FullSeries, Series } from '../../../src/contract/series.ts'
export type { Task } from '../../../src/contract/tasks.ts'

export type SignedInUser = CurrentUser
export type SignInResult = SignInResponse
export type Page<T> = PageOf<T>
export type ReadingDirection = Static<typeof Direction>
export type SeriesStrategy = keyof typeof seriesStrategies
export type BookDetail = Static<typeof Detail>
export type AdjacentBooks = Static<typeof Adjacent>
export type BookPageInfo = PageInfo
export type PagePanels = AnswerOf<typeof pages.panels>
export type PageContentBox = AnswerOf<typeof pages.contentBox>
export type AlphabeticalGroup = Static<typeof Group>
export type FolderListing = AnswerOf<typeof filesystem.browse>
export type ScanPreview = AnswerOf<typeof libraries.preview>
export type ListRequestBody = { condition?: Condition; fullTextSearch?: string }
