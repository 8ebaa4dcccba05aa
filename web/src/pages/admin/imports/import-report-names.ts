import { t } from '../../../messages/t.ts'

/** What kind of row it is, as people call it. */
export function importTypeName(type: string): string {
  // The report has types like “book metadata” and “Kobo position”, but keys have no spaces.
  const key = type.replace(/^./, (letter) => letter.toLowerCase()).replace(/ (.)/g, (_, letter) => letter.toUpperCase())
  const known = types.find((each) => each === key)
  return known ? t(`imports.type.${known}`) : type
}

/** Why a row wasn't imported. */
export function skipReasonText(reason: string): string {
  const known = reasonKeys.find((each) => each === reason)
  return known ? t(`imports.reason.${known}`) : reason
}

const types = [
  ...(['user', 'library', 'book', 'series', 'collection', 'readList', 'cover', 'progress', 'key'] as const),
  ...([
    'completion',
    'session',
    'rating',
    'wantToRead',
    'bookmark',
    'annotation',
    'bookMetadata',
    'seriesMetadata',
  ] as const),
  ...(['unlockedBookMetadata', 'unlockedSeriesMetadata'] as const),
  ...(['collectionMember', 'readListMember', 'seriesRelation', 'smartList', 'magicShelf', 'restriction'] as const),
  ...(['archivedBook', 'automaticCollection', 'favourite', 'filter', 'pageHash', 'preference', 'smartFilter'] as const),
  ...(['bookWithoutAFile', 'koboPosition', 'otherTable', 'otherColumn', 'person', 'bookSeries', 'dateAdded'] as const),
  ...(['follow', 'hide', 'font'] as const),
]
const reasonKeys = [
  ...([
    'book_not_found',
    'format_unreadable',
    'book_ambiguous',
    'not_analysed',
    'size_differs',
    'folder_not_mapped',
  ] as const),
  ...([
    'series_not_found',
    'series_spread',
    'list_not_found',
    'person_skipped',
    'person_unknown',
    'ours_newer',
    'already_here',
    'deleted_here',
  ] as const),
  ...([
    'in_files',
    'unread',
    'locked_here',
    'invalid_value',
    'picture_missing',
    'text_cut',
    'name_invalid',
    'not_chosen',
    'no_equivalent',
  ] as const),
]
