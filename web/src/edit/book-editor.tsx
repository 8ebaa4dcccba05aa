import type { BookDetail } from '../api/types.ts'
import { CoverChooser } from './cover-chooser.tsx'
import { MetadataEditor } from './metadata-editor.tsx'
import { bookFields } from './metadata-fields.ts'

export default function BookEditor({ detail, close }: { detail: BookDetail; close: () => void }) {
  const { book, metadata } = detail
  return (
    <MetadataEditor
      kind="books"
      id={book.id}
      fields={bookFields}
      values={{ ...metadata, title: metadata?.title ?? book.title }}
      locks={metadata?.locks ?? {}}
      cover={<CoverChooser kind="books" id={book.id} />}
      close={close}
    />
  )
}
