/** A fault in a user's file, not in the server. */
export class FileFault extends Error {
  override readonly name = 'FileFault'

  /** `cause`: the format library's message; for administrators, not for viewers. */
  constructor(file: string, message: string, cause: string) {
    super(`${file}: ${message}${message.includes(cause) ? '' : ` (${cause})`}`)
    // The stack is irrelevant to the file.
    this.stack = undefined
  }
}

/** Recognised by name: an error from a thread is a copy without its class. */
export function isFileFault(error: unknown): error is Error {
  return error instanceof Error && error.name === 'FileFault'
}
