/** Why a file can't be read without its password. The web interface asks for it where it would show them. */
export const lockedFileSentences = {
  archive_encrypted: 'The archive is encrypted.',
  archive_some_pages_encrypted: 'Some pages of this archive are encrypted.',
  archive_pages_encrypted: 'The pages of this archive are encrypted.',
  pdf_encrypted: 'The PDF is encrypted and needs a password.',
} as const
