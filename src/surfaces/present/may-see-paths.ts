import type { Viewer } from '../../store/viewer.ts'

export type PathViewer = Pick<Viewer, 'role' | 'permissions'>

/**
 * Where files lie on the server is for whoever looks after them. Readers are told where a file lies in its library, which is
 * a path as well; a key of somebody else is told all, whatever it may do.
 */
export function maySeePaths({ role, permissions }: PathViewer): boolean {
  return role !== 'reader' || permissions.has('LibrariesWrite') || permissions.has('BooksWrite')
}
