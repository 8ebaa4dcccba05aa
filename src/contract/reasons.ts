import type { Static } from 'typebox'
import Type from './type.ts'

/**
 * What the server tells people, by a code that programs and translations can rely on: why a file could not be read, why a
 * request was refused. `{name}` stands for a parameter. The sentences are those that the server writes; `reasonOf` finds
 * their code, also for what was stored before there were codes.
 */
export const reasonSentences = {
  file_empty: 'The file is empty.',
  file_not_regular: 'This is not a regular file.',
  file_not_readable: 'The file cannot be read ({code}).',
  file_not_understood: 'The file could not be understood.',
  file_unknown_format: 'This is no format that can be read: not ZIP, RAR, 7z, tar, EPUB or PDF.',
  file_reader_crashed: 'The reader of this file crashed.',
  file_needs_memory: 'Reading the file needs more memory than it may have.',
  file_took_too_long: 'Reading the file took longer than {seconds} seconds.',
  archive_damaged: 'The archive is damaged.',
  archive_cut_short: 'The archive is damaged or cut short.',
  archive_damaged_or_large: 'The archive is damaged, or too large to be unpacked here.',
  archive_no_directory: 'The archive has no directory: it is cut short, or not a ZIP archive at all.',
  archive_encrypted: 'The archive is encrypted.',
  archive_pages_encrypted: 'The pages of this archive are encrypted.',
  archive_bomb: 'The archive is packed suspiciously well: it may be a bomb.',
  archive_method: 'The archive is packed with a method that is not supported.',
  archive_zip_directory_damaged: 'The directory of this ZIP archive is damaged or encrypted.',
  archive_zip_directory_large: 'The directory of this ZIP archive is impossibly large.',
  archive_zip_overlap: 'The entries of this archive overlap: it is a ZIP bomb or damaged.',
  archive_rar_damaged: 'The RAR archive is damaged.',
  archive_rar_volume: 'This is one volume of a RAR set; sets are not supported.',
  archive_not_tar: 'This is not a tar archive.',
  archive_tar_cut_short: 'The tar archive is cut short.',
  archive_tar_name: 'The tar archive is damaged: a name is impossibly long.',
  archive_tar_size: 'The tar archive is damaged: an entry has an impossible size.',
  archive_entry_large: 'An entry is larger than it may be.',
  archive_too_many_entries: 'The archive lists more than {count} entries.',
  archive_no_page_unpacks: 'No page of this archive can be unpacked.',
  page_damaged: 'The page is damaged and cannot be unpacked.',
  page_not_extracted: 'The page is damaged and can’t be extracted.',
  page_not_displayed: 'The page is damaged and can’t be displayed.',
  page_number_damaged: 'Page {page} is damaged.',
  page_cut_short: 'The file ends before the page does: it has changed or is damaged.',
  page_large: 'The page is larger than it may be.',
  page_too_large: 'The page is too large to convert.',
  page_no_size: 'The page has no size.',
  page_memory: 'There is not enough memory for the page.',
  page_missing: 'There is no page {page}.',
  pdf_damaged: 'The PDF is damaged and cannot be opened.',
  pdf_reader_gave_up: 'The PDF is damaged: the reader gave up on it.',
  pdf_renderer_gave_up: 'The PDF cannot be processed: the renderer gave up.',
  pdf_changed: 'The PDF changed while it was read.',
  pdf_no_pages: 'The PDF has no pages.',
  pdf_encrypted: 'The PDF is encrypted and needs a password.',
  pdf_protected: 'The PDF is protected in a way that is not supported.',
  pdf_too_large: 'PDF files of more than 4 GiB cannot be opened.',
  pdf_not_one: 'This is not a PDF: it does not begin like one.',
  pdf_too_many_pages: 'The PDF claims {count} pages.',
  epub_not_one: 'This is not an EPUB.',
  epub_no_package: 'This EPUB has no package document.',
  epub_no_reading_order: 'This EPUB has nothing in its reading order.',
  epub_files_missing: 'Nothing of what this EPUB lists is in the archive.',
  epub_protected: 'This EPUB is protected and cannot be opened.',
  epub_protected_by: 'This EPUB is protected by {scheme} and cannot be opened.',
  epub_reading_order_large: 'The reading order has more than {count} items.',
  epub_too_long: 'The reading order is too long: {count} positions.',
  document_too_large: 'The document is too large to be shown.',
  document_too_deep: 'The document nests too deeply to be shown.',
  document_too_deep_to_read: 'The document nests too deeply to be read.',
  image_not_readable: 'This image can’t be read.',
  signed_out: 'Sign in first. This requires a token, an API key or a session.',
  wrong_password: 'Wrong username or password.',
  not_current_password: 'This is not your current password.',
  enter_current_password: 'Enter your current password.',
  account_disabled: 'This account is disabled.',
  account_gone: 'This account no longer exists.',
  account_not_yours: 'You can’t manage an account that may do more than you may.',
  account_sees_more: 'You can’t manage an account that can see more than you can.',
  account_none_here: 'You don’t have an account here. Ask an administrator for one.',
  account_taken: 'Another account already uses this {what}.',
  last_admin: 'This is the last active administrator. Make someone else an administrator first.',
  signup_disabled: 'Sign-up is disabled on this server. Ask an administrator for an account.',
  signing_in_busy: 'Too many people are signing in. Try again in a moment.',
  signin_expired: 'This sign-in has expired or was started in another browser. Try again.',
  signin_provider_down: 'The sign-in provider does not respond. Try again later.',
  signin_only_way: 'This is your only way to sign in. Set a password first.',
  needs_permission: 'You need the permission {permission} for this.',
  already_set_up: 'This server is already set up.',
  not_set_up: 'The server is not set up yet. Create the first administrator first.',
  username_reserved: 'This username is reserved. Choose another one.',
  username_invalid: 'The username must have 1 to 64 characters, no colon, and no spaces at the start or end.',
  expiry_past: 'The expiry must be in the future.',
  too_many_requests: 'Too many requests. Please wait {seconds} seconds and try again.',
  too_many_requests_one: 'Too many requests. Please wait 1 second and try again.',
  scan_running: 'A scan of this library is already queued or running.',
  scan_none: 'No scan of this library is queued or running.',
  task_running: 'The same task is already queued or running.',
  duplicates_running: 'A search for duplicates is already running.',
  tag_exists: 'A sharing tag with this name already exists.',
  folder_overlaps: 'This folder contains, or is inside, another library.',
  folder_missing: 'There is no file or folder at {path} on the server.',
  folder_not_reached: 'The library folder can’t be reached.',
  folder_no_delete: 'The server is not allowed to delete files in this folder.',
  path_not_absolute: 'The path must be absolute.',
  file_outside_library: 'The file is outside its library folder.',
  file_unavailable: 'The file is currently unavailable. Its folder may be offline.',
  file_changed: 'The file has changed since it was listed.',
  files_unavailable: 'None of the files are available at the moment.',
  no_book: 'There is no such book.',
  no_series: 'There is no such series.',
  no_library: 'There is no such library.',
  no_user: 'There is no such user.',
  no_task: 'There is no such task.',
  no_plugin: 'There is no such plugin.',
  no_address: 'There is nothing at this address.',
  deleted_meanwhile: 'It was deleted in the meantime.',
  plugin_off: 'The plugin is switched off.',
  plugin_other_library: 'The plugin is not for this library.',
  plugin_exists: 'There is a plugin called “{name}” already.',
  plugin_no_registry: 'No npm registry is configured. Set plugins.registry to its address.',
  plugin_too_large: 'The package is too large.',
  plugin_not_in_registry: 'The registry does not have this package or version.',
  change_undone: 'This change has been undone already.',
  not_reading_list: 'This file is not a CBL reading list.',
  upload_too_large: 'The request is too large for this server.',
  server_error: 'Something went wrong on the server. Look for {requestId} in the log.',
  field_blank: 'must not be blank',
  field_unique: 'must be unique',
  field_language: 'must be a language tag such as en, ja or zh-Hant',
  field_time_zone: 'is not a known time zone',
  field_address: 'must begin with http:// or https://',
} as const

export const Reason = Type.Object(
  {
    code: Type.String({ description: 'Names the sentence, for programs and translations.', examples: ['file_empty'] }),
    params: Type.Record(Type.String(), Type.String(), { description: 'What the sentence was filled with.' }),
  },
  { title: 'Reason' },
)
export type Reason = Static<typeof Reason>

/** The code of a sentence and what it was filled with; undefined for one that has no code. */
export function reasonOf(sentence: string): Reason | undefined {
  const code = fixed.get(sentence)
  if (code) return { code, params: {} }
  for (const { code, pattern } of filled) {
    const params = pattern.exec(sentence)?.groups
    if (params) return { code, params: { ...params } }
  }
  return undefined
}

const all = Object.entries(reasonSentences)
const isFilled = (sentence: string) => sentence.includes('{')
const fixed = new Map<string, string>(
  all.flatMap(([code, sentence]) => (isFilled(sentence) ? [] : [[sentence, code] as const])),
)
const filled = all
  .filter(([, sentence]) => isFilled(sentence))
  .map(([code, sentence]) => ({ code, pattern: patternOf(sentence) }))

function patternOf(sentence: string): RegExp {
  const pieces = sentence.split(/\{(\w+)\}/)
  const source = pieces.map((piece, at) => (at % 2 ? `(?<${piece}>.+?)` : piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${source.join('')}$`, 's')
}
