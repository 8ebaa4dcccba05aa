import { isAbsolute } from 'node:path'
import { validationProblem } from '../../contract/problems.ts'

/** What people type into “Folder” besides the path of a folder. */
export function refuseRelativePath(path: string): void {
  const wrong = (message: string) => validationProblem([{ path: 'path', message }])
  if (isNetworkAddress(path)) {
    throw wrong(
      'This is the address of a network share. Mount it on the server, and enter the folder where it is mounted, such as /mnt/books.',
    )
  }
  if (!isAbsolute(path) || path.includes('\0')) throw wrong('The folder must be an absolute path, such as /srv/books.')
}

/** On Windows, `\\server\share` is a path like any other. */
const isNetworkAddress = (path: string): boolean =>
  /^[a-z][a-z\d+.-]+:\/\//i.test(path) || (path.startsWith('\\\\') && !isAbsolute(path))
