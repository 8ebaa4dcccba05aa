import { BookLocks, BookLocksPatch, BookMetadata, BookMetadataPatch, BookNumberInput } from './metadata.ts'
import { ById, del, get, Nullable, patch, put, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

const tag = 'Book metadata'
const read = { permission: 'BooksRead', tag, params: ById } as const
const write = { permission: 'BooksWrite', tag, params: ById } as const

export const bookMetadata = {
  rename: patch('/books/:id', {
    ...write,
    summary: 'Set the title or number of a book and lock them',
    body: Type.Object(
      {
        title: Type.Optional(
          Nullable(Type.String({ maxLength: 2000, description: 'Null restores the title from the file.' })),
        ),
        number: Type.Optional(BookNumberInput),
      },
      { additionalProperties: false },
    ),
    response: Type.Object({ id: Uuid, title: Type.String(), number: Nullable(Type.Number()), updatedAt: Timestamp }),
  }),
  read: get('/books/:id/metadata', { ...read, summary: 'Get the metadata of a book', response: BookMetadata }),
  replace: put('/books/:id/metadata', {
    ...write,
    summary: 'Replace the metadata of a book',
    description: 'Fields in the body are set and locked. All others are cleared, except title, sort title and number.',
    body: BookMetadataPatch,
    response: BookMetadata,
  }),
  change: patch('/books/:id/metadata', {
    ...write,
    summary: 'Update the metadata of a book',
    description:
      'Absent fields stay unchanged, null clears a field, and a value sets it. Fields in the body are locked. `customMetadata` is merged (RFC 7386).',
    body: BookMetadataPatch,
    response: BookMetadata,
  }),
  reset: del('/books/:id/metadata', {
    ...write,
    summary: 'Discard all edits and locks of a book',
    description: 'The metadata is read from the file again. Edited fields are empty until that is done.',
    response: BookMetadata,
  }),
  locks: get('/books/:id/metadata/locks', {
    ...read,
    summary: 'Get the locked fields',
    response: BookLocks,
  }),
  changeLocks: put('/books/:id/metadata/locks', {
    ...write,
    summary: 'Lock or unlock fields',
    body: BookLocksPatch,
    response: BookLocks,
  }),
}
