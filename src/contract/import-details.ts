import type { Reason } from './reasons.ts'

/**
 * Details of why a row of an import was left behind, by codes like those of `reasonSentences`, so that the interface
 * can show them in the user's language. The command line and the report use English.
 */
export const importDetailSentences = {
  import_no_id: 'It has no id.',
  import_no_name: 'The account has no name.',
  import_no_folder: 'It has no folder.',
  import_no_file: 'It has no file.',
  import_address: 'Its address can’t be read.',
  import_rules:
    'It has rules instead of members. Set the same filters here and save them as a collection or read list.',
  import_hash: 'Its hash is not supported.',
  import_names_nothing: 'It doesn’t refer to a book, series or user.',
  import_belongs_to_nothing: 'It doesn’t belong to anything.',
  import_record_type: 'This record type is not supported.',
  import_field: 'It has no {field}.',
  import_reference: 'It refers to something that wasn’t imported.',
  import_item_gone: 'The book or series it is about no longer exists there.',
  import_list_gone: 'Its list no longer exists.',
  import_guest: 'The guest account doesn’t belong to anyone.',
  import_unread: 'The book is unread.',
  import_account_deleted: 'The account was deleted.',
  import_searches: 'Saved searches and virtual libraries can’t be imported.',
  import_filters: 'Saved filters can’t be imported. Create them again here.',
  import_relations: 'This kind of relation doesn’t exist here. Add another one on the page of the series.',
  import_favourites: 'Favourites are not supported.',
  import_page_hashes: 'Deleting duplicate pages is not supported.',
  import_preferences: 'Interface preferences can’t be imported.',
  import_tag_limits: 'Limits by Calibre tags can’t be imported. Use sharing tags instead.',
  import_limit: 'This limit doesn’t exist here. Check what the user may see and do.',
  import_cover_unselected: 'It was uploaded but not selected.',
  import_cover_drawn: 'This server generates it from the files.',
  import_cover_of_volume: 'Volumes don’t have their own cover here.',
  import_removed: 'It was removed.',
  import_disabled: 'It was disabled.',
  import_one_time: 'It is valid for one sign-in only.',
  import_rating_empty: 'It is empty: no rating and no review.',
  import_unreadable: 'It can’t be read.',
  import_newer_position: 'The database has a newer position for the same person.',
  import_chapter_of_files: 'The edited chapter consists of several files; here, each file is a book.',
  import_file_unnamed: 'Its file has no name or doesn’t belong to a book.',
  import_calibre_database:
    'Calibre’s own database, metadata.db, wasn’t found, so the books can’t be matched. Import a folder that contains both, or upload a zip of them.',
  import_other_table: 'This server generates it from the files, or has no equivalent.',
  // In reports of imports by earlier versions.
  import_review_only: 'Reviews without a rating are not supported.',
  import_rating_value: 'The rating is {rating}.',
  import_no_time: 'It has no time.',
  import_no_user: 'There is no user “{name}” on this server.',
  import_known_password: 'This is Calibre-Web’s default password, which everyone knows.',
  import_archived: 'Archiving books is not supported.',
  import_no_position: 'It doesn’t say where in the book it is.',
  import_field_unknown: 'This server has no field for: {fields}.',
  import_value: 'The value is {value}.',
  import_series_by_folder:
    'This library groups books by folder. Choose “Calibre library” in its settings to group them by Calibre’s series, then import again.',
  import_one_series: 'A book belongs to one series here; the first was imported.',
  import_one_language: 'A book has one language here; the first was imported.',
  import_bad_email: 'The email address isn’t valid. The account was imported without it.',
  import_label_book: 'Book {id}',
  import_label_book_of: 'Book {id} ({user})',
  import_label_series: 'Series {id}',
  import_label_series_of: 'Series {id} ({user})',
  import_label_chapter: 'Chapter {id}',
  import_label_library: 'Library {id}',
  import_label_list: 'List {id}',
  import_label_list_member: 'Member {id} of list {list}',
  import_label_user: 'User {id}',
  import_label_kobo_position: 'Kobo position {id}',
  import_label_calibre_book: 'Calibre book {id}',
  import_label_calibre_column: 'Calibre book {id}: {column}',
} as const

type DetailName<Code> = Code extends `import_${infer Name}` ? Name : never
/** Without their common prefix. */
export type ImportDetailName = DetailName<keyof typeof importDetailSentences>
export const importDetailNames = Object.keys(importDetailSentences).map((code) =>
  code.replace(/^import_/, ''),
) as ImportDetailName[]

/** The sentence, and its code for translations. */
export function describeImportDetail(
  name: ImportDetailName,
  params: Record<string, string> = {},
): { detail: string; detailReason: Reason } {
  const code = `import_${name}` as const
  const detail = importDetailSentences[code].replace(/\{(\w+)\}/g, (_, param: string) => params[param] ?? '')
  return { detail, detailReason: { code, params } }
}

type Label<Code> = Code extends `label_${infer Name}` ? Name : never

/** The name of a row in the report: its own, or a description that has a translation. */
export type ImportRowName = string | { name: string; nameReason: Reason }

/** For rows without a name, with only an id of the other server. */
export function importRowLabel(
  kind: Label<ImportDetailName>,
  id: string | null,
  more: Record<string, string> = {},
): ImportRowName {
  const params = Object.entries({ id: id ?? '', ...more }).map(([param, value]) => [param, value.slice(0, MAX_NAME)])
  const { detail: name, detailReason: nameReason } = describeImportDetail(`label_${kind}`, Object.fromEntries(params))
  return { name, nameReason }
}

/** For the report and its records: a row with its own name needs no reason. */
export const importRowNameFields = (name: ImportRowName): { name: string; nameReason?: Reason } =>
  typeof name === 'string' ? { name: name.slice(0, MAX_NAME) } : { ...name, name: name.name.slice(0, MAX_NAME) }

const MAX_NAME = 500
