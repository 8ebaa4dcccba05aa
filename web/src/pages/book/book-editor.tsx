import type { BookDetail } from '../../api/shapes.ts'
import { CoverChooser } from '../../edit/cover-chooser.tsx'
import { Editor } from '../../edit/editor.tsx'
import { bookFields } from '../../edit/fields.ts'

export default function BookEditor({ detail, close }: { detail: BookDetail; close: () => void }) {
  const { book, metadata } = detail
  return (
    <Editor
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
