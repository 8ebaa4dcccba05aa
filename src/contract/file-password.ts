import { ById, del, put } from './route.ts'
import Type from './typebox.ts'

const tag = 'Books'

export const filePassword = {
  save: put('/books/:id/file-password', {
    permission: 'BooksWrite',
    summary: 'Save the password of an encrypted file',
    description:
      'Whoever may see the book can read it from then on. The password is tried first, and stored encrypted. Other encrypted books of the series are tried with it.',
    tag,
    params: ById,
    body: Type.Object({ password: Type.String({ minLength: 1, maxLength: 1024, format: 'password' }) }),
    status: 204,
    // A file that can't be read with any password, such as an empty archive.
    also: [422],
  }),
  remove: del('/books/:id/file-password', {
    permission: 'BooksWrite',
    summary: 'Remove the saved password of an encrypted file',
    description: 'Also from the books of its series that opened with it.',
    tag,
    params: ById,
    status: 204,
  }),
}
