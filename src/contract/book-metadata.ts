import { BookLocks, BookLocksPatch, BookMetadata, BookMetadataPatch, NumberInput } from './metadata.ts'
import { ById, del, get, Nullable, patch, put, Timestamp, Uuid } from './route.ts'
import Type from './type.ts'

const tag = 'Book metadata'
const read = { permission: 'BooksRead', tag, params: ById } as const
const write = { permission: 'BooksWrite', tag, params: ById } as const

export const bookMetadata = {
  rename: patch('/books/:id', {
    ...write,
    summary: 'Change the title or number of a book; both are locked',
    body: Type.Object(
      {
        title: Type.Optional(Nullable(Type.String({ maxLength: 2000, description: 'null: named by its file again.' }))),
        number: Type.Optional(NumberInput),
      },
      { additionalProperties: false },
    ),
    response: Type.Object({ id: Uuid, title: Type.String(), number: Nullable(Type.Number()), updatedAt: Timestamp }),
  }),
  read: get('/books/:id/metadata', { ...read, summary: 'What is known of a book', response: BookMetadata }),
  replace: put('/books/:id/metadata', {
    ...write,
    summary: 'Replace what is known of a book',
    description:
      'What is given is set and locked. What is not given is cleared, except title, sort title and number, which stay.',
    body: BookMetadataPatch,
    response: BookMetadata,
  }),
  change: patch('/books/:id/metadata', {
    ...write,
    summary: 'Change what is known of a book',
    description:
      'Absent keeps, null clears, a value sets; what is given is locked. `customMetadata` is merged (RFC 7386).',
    body: BookMetadataPatch,
    response: BookMetadata,
  }),
  reset: del('/books/:id/metadata', {
    ...write,
    summary: 'Take back every edit and lock: the book is again what its file says',
    description: 'What was edited is empty until the file has been read again, which begins at once.',
    response: BookMetadata,
  }),
  locks: get('/books/:id/metadata/locks', {
    ...read,
    summary: 'Which fields no scan and no plugin may change',
    response: BookLocks,
  }),
  changeLocks: put('/books/:id/metadata/locks', {
    ...write,
    summary: 'Lock or unlock fields; those not named stay as they are',
    body: BookLocksPatch,
    response: BookLocks,
  }),
}
