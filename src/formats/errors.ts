/** The kinds of trouble a file can give, in the words of the API (book error types; `thumbnail` belongs to images/). */
export type FormatErrorType =
  | 'format_detection'
  | 'parser'
  | 'metadata'
  | 'page_extraction'
  | 'pdf_rendering'
  | 'zero_pages'
  | 'other'

/** A bad file. The message is a sentence for a person; `details` is plain data for the curious. */
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

/** A FormatError as plain data: what crosses a thread, and what a publication keeps of trouble that did not end it. */
export interface FormatProblem {
  type: FormatErrorType
  message: string
  details?: FormatErrorDetails
  /** What the library behind it said: for the log, never for people. */
  log?: string
}

/** Whatever a reader threw becomes a FormatError, so that no file can make anything else escape. */
export function asFormatError(thrown: unknown, type: FormatErrorType = 'parser'): FormatError {
  if (thrown instanceof FormatError) return thrown
  // A file that is gone or forbidden is no fault of its format.
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

/** The words of the innermost cause, on one line. */
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
