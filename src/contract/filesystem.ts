import type { Static } from 'typebox'
import { get, Nullable } from './route.ts'
import Type from './type.ts'

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
  drives: get('/filesystem/drives', {
    permission: 'LibrariesWrite',
    summary: 'List the folders to start browsing from',
    response: Type.Array(FileSystemEntry),
  }),
}
