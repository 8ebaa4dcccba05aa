/** A fault of a file that somebody gave us. The server did its work, so nothing of ours failed. */
export class FileFault extends Error {
  override readonly name = 'FileFault'

  /** `cause`: what a library said of the file; it is for whoever mends the server, not for people who read. */
  constructor(file: string, message: string, cause: string) {
    super(`${file}: ${message}${message.includes(cause) ? '' : ` (${cause})`}`)
    // Where it was noticed says nothing about the file.
    this.stack = undefined
  }
}

/** Known by its name: an error from a thread is a copy without its class. */
export function isFileFault(error: unknown): error is Error {
  return error instanceof Error && error.name === 'FileFault'
}
