import type { Viewer } from '../../store/viewer.ts'

export type PathViewer = Pick<Viewer, 'role' | 'permissions'>

/**
 * Only maintainers see the path of files on the server. Readers get the path within the library; a key of a user who
 * isn't a reader sees the full path, whatever its permissions.
 */
export function maySeePaths({ role, permissions }: PathViewer): boolean {
  return role !== 'reader' || permissions.has('LibrariesWrite') || permissions.has('BooksWrite')
}
