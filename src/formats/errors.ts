/** The error types of a file, named as in the API (book error types; `thumbnail` belongs to images/). */
export type FormatErrorType =
  | 'format_detection'
  | 'parser'
  | 'metadata'
  | 'page_extraction'
  | 'pdf_rendering'
  | 'zero_pages'
  | 'other'

/** A bad file. The message is a sentence for users; `details` is plain data for diagnosis. */
export class FormatError extends Error {
  readonly type: FormatErrorType
  readonly details: FormatErrorDetails | undefined

  constructor(type: FormatErrorType, message: string, details?: FormatErrorDetails, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FormatError'
    this.type = type
    this.details = details
  }
}

export type FormatErrorDetails = Record<string, string | number | boolean | null>

/**
 * A FormatError as plain data: crosses threads, and is stored in a publication as a warning for problems that aren't
 * fatal.
 */
export interface FormatProblem {
  type: FormatErrorType
  message: string
  details?: FormatErrorDetails
  /** The underlying library's message: for the log, never for users. */
  log?: string
}

/** Turns anything a reader throws into a FormatError, so that no file can make another kind of error escape. */
export function asFormatError(thrown: unknown, type: FormatErrorType = 'parser'): FormatError {
  if (thrown instanceof FormatError) return thrown
  // A missing or unreadable file isn't a format error.
  if (isSystemError(thrown))
    return new FormatError('other', `The file can’t be read (${thrown.code}).`, undefined, { cause: thrown })
  return new FormatError(type, 'The contents of the file couldn’t be read.', undefined, { cause: thrown })
}

export function toFormatProblem(error: FormatError): FormatProblem {
  const { type, message, details } = error
  const log = causeOf(error)
  return { type, message, ...(details !== undefined && { details }), ...(log !== undefined && { log }) }
}

export function fromFormatProblem(problem: FormatProblem): FormatError {
  const { type, message, details, log } = problem
  return new FormatError(type, message, details, log === undefined ? undefined : { cause: new Error(log) })
}

/** The message of the innermost cause, on one line. */
function causeOf(error: FormatError): string | undefined {
  let { cause } = error
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause
  if (cause === undefined) return undefined
  const words = cause instanceof Error ? cause.message || cause.name : String(cause)
  return words.replace(/\s+/g, ' ').slice(0, 500)
}

function isSystemError(thrown: unknown): thrown is NodeJS.ErrnoException {
  return thrown instanceof Error && 'syscall' in thrown && 'code' in thrown
}
