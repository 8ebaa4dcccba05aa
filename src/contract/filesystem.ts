import type { Static } from 'typebox'
import { get, Nullable } from './route.ts'
import Type from './typebox.ts'

export const FileSystemEntry = Type.Object(
  {
    name: Type.String(),
    path: Type.String(),
    isDirectory: Type.Boolean(),
    isReadable: Type.Boolean(),
  },
  { title: 'FileSystemEntry' },
)
export type FileSystemEntry = Static<typeof FileSystemEntry>

export const SuggestedFolder = Type.Object(
  {
    path: Type.String(),
    isReadable: Type.Boolean(),
    bookCount: Nullable(Type.Integer({ minimum: 0, description: 'Null if the folder could not be read.' })),
    isMore: Type.Boolean({ description: 'Whether there are more books than were counted.' }),
  },
  { title: 'SuggestedFolder' },
)
export type SuggestedFolder = Static<typeof SuggestedFolder>

export const filesystem = {
  browse: get('/filesystem/browse', {
    permission: 'LibrariesWrite',
    summary: 'List the folders in a folder on the server',
    description:
      'For choosing the folder of a library. Hidden folders are left out; links appear as the folder they point to.',
    query: Type.Object({
      path: Type.Optional(Type.String({ maxLength: 4096, description: 'Absolute path. Defaults to the home folder.' })),
    }),
    response: Type.Object(
      { currentPath: Type.String(), parentPath: Nullable(Type.String()), entries: Type.Array(FileSystemEntry) },
      { title: 'FolderListing' },
    ),
  }),
  suggestedFolders: get('/filesystem/suggested-folders', {
    permission: 'LibrariesWrite',
    summary: 'List folders that are likely to contain books, with the number of books found',
    description:
      'The home folder, /books, /data, /media, /mnt, /srv and mounted shares, if they exist and hold books. Each is searched for at most two seconds and 5,000 books; links are not followed.',
    response: Type.Array(SuggestedFolder),
  }),
  drives: get('/filesystem/drives', {
    permission: 'LibrariesWrite',
    summary: 'List the folders to start browsing from',
    response: Type.Array(FileSystemEntry),
  }),
}
