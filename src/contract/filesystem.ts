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
    summary: 'The folders in a folder of the server',
    description: 'To choose where a library lies. Hidden ones are left out; links are shown as where they lead.',
    query: Type.Object({
      path: Type.Optional(Type.String({ maxLength: 4096, description: 'Absolute; the home folder by default.' })),
    }),
    response: Type.Object(
      { currentPath: Type.String(), parentPath: Nullable(Type.String()), entries: Type.Array(FileSystemEntry) },
      { title: 'FolderListing' },
    ),
  }),
  drives: get('/filesystem/drives', {
    permission: 'LibrariesWrite',
    summary: 'Where to begin browsing',
    response: Type.Array(FileSystemEntry),
  }),
}
