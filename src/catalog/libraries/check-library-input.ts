import { resolve, sep } from 'node:path'
import type { LibraryInput, LibraryPatch } from '../../contract/libraries.ts'
import { type Fault, Problem, problem, validationProblem } from '../../contract/problems.ts'
import { bookFormats } from '../../formats/book-formats.ts'
import { defaultLibraryMetadataOptions } from '../../store/library/library-metadata-options.ts'
import type { LibraryFields } from '../../store/library/write.ts'
import { numberStrategyFor } from '../../strategies/number/number-strategy.ts'
import { seriesStrategyFor } from '../../strategies/series/series-strategy.ts'
import { compileSeriesTitleRules } from '../../strategies/title/series-title-rules.ts'
import { titleStrategyFor } from '../../strategies/title/title-strategy.ts'
import { cronFault } from '../../tasks/schedule.ts'
import { checkExcludedPatterns, parseExcludedPatterns } from './excluded-paths.ts'
import { inspectFolder, realPathOfLibrary } from './inspect-folder.ts'
import { refuseRelativePath } from './refuse-relative-path.ts'

type Strategies = Pick<
  LibraryFields,
  'seriesStrategy' | 'seriesConfig' | 'bookStrategy' | 'bookConfig' | 'numberStrategy' | 'numberConfig'
> & { metadataOptions?: object }

export const defaultStrategies: Strategies = {
  seriesStrategy: 'series_volume',
  seriesConfig: {},
  bookStrategy: 'smart',
  bookConfig: {},
  numberStrategy: 'smart',
  numberConfig: {},
}

/** Converts the input to columns. Reports all faults at once. `before`: the values of absent fields. */
export function libraryColumnsOf(
  input: LibraryInput | LibraryPatch,
  before: Strategies = defaultStrategies,
): Partial<LibraryFields> {
  const strategies = {
    seriesStrategy: input.seriesStrategy ?? before.seriesStrategy,
    seriesConfig: configFor(input.seriesConfig, input.seriesStrategy, before.seriesStrategy, before.seriesConfig),
    bookStrategy: input.bookStrategy ?? before.bookStrategy,
    bookConfig: configFor(input.bookConfig, input.bookStrategy, before.bookStrategy, before.bookConfig),
    numberStrategy: input.numberStrategy ?? before.numberStrategy,
    numberConfig: configFor(input.numberConfig, input.numberStrategy, before.numberStrategy, before.numberConfig),
  }
  const { scanningConfig: scanning, titlePreprocessingRules: rules, excludedPatterns: patterns } = input
  const { metadataConfig: metadata } = input
  check([
    () => seriesStrategyFor(strategies.seriesStrategy, strategies.seriesConfig),
    () => titleStrategyFor(strategies.bookStrategy, strategies.bookConfig),
    () => numberStrategyFor(strategies.numberStrategy, strategies.numberConfig),
    () => compileSeriesTitleRules(rules ?? []),
    () => checkExcludedPatterns(patterns ?? []),
    () => checkSchedule(scanning ?? {}),
  ])
  return {
    ...strategies,
    name: input.name?.trim(),
    description: input.description,
    allowedFormats: input.allowedFormats === undefined ? undefined : formatsOf(input.allowedFormats),
    excludedPatterns: patterns === undefined ? undefined : parseExcludedPatterns(patterns ?? []),
    defaultReadingDirection: input.defaultReadingDirection,
    scanning: scanning === undefined ? undefined : (scanning ?? {}),
    titleRules: rules === undefined ? undefined : (rules ?? []),
    // Options that aren't named stay as they are.
    metadataOptions:
      metadata === undefined
        ? undefined
        : metadata
          ? { ...before.metadataOptions, ...metadata }
          : defaultLibraryMetadataOptions,
    textSearch: input.textSearch,
  }
}

/** All fields of a new library. `path` has to be checked separately. */
export function newLibraryFields(input: LibraryInput): LibraryFields {
  const fields = libraryColumnsOf(input)
  return {
    ...defaultStrategies,
    ...fields,
    name: input.name.trim(),
    path: input.path,
    description: fields.description ?? null,
    allowedFormats: fields.allowedFormats ?? bookFormats,
    excludedPatterns: fields.excludedPatterns ?? [],
    defaultReadingDirection: fields.defaultReadingDirection ?? 'ltr',
    scanning: fields.scanning ?? {},
    titleRules: fields.titleRules ?? [],
    metadataOptions: fields.metadataOptions ?? {},
    textSearch: fields.textSearch ?? false,
  }
}

const formatsOf = (formats: readonly string[] | null) => (formats && formats.length > 0 ? formats : bookFormats)

/** A new strategy starts from its defaults: the old one's configuration means nothing to it. */
function configFor(
  given: object | null | undefined,
  strategy: string | undefined,
  old: string,
  config: object,
): object {
  if (given !== undefined) return given ?? {}
  return strategy === undefined || strategy === old ? config : {}
}

function checkSchedule({
  cronSchedule,
  cronTimezone,
}: {
  cronSchedule?: string | null
  cronTimezone?: string | null
}): void {
  if (!cronSchedule) return
  const zone = cronTimezone ?? undefined
  const badZone = zone && cronFault('0 0 * * *', zone)
  if (badZone)
    throw validationProblem([{ path: 'scanningConfig.cronTimezone', message: `"${zone}" is not a time zone` }])
  const fault = cronFault(cronSchedule, zone)
  if (fault) throw validationProblem([{ path: 'scanningConfig.cronSchedule', message: fault }])
}

function check(checks: readonly (() => unknown)[]): void {
  const faults: Fault[] = []
  for (const one of checks) {
    try {
      one()
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'validation_failed') throw error
      faults.push(...(error.details as Fault[]))
    }
  }
  if (faults.length > 0) throw validationProblem(faults)
}

/**
 * Returns the folder with links resolved; throws a problem if it can't be a library beside the others. Folders inside
 * libraries without a name, which the viewer may not know of, are treated as non-existent.
 */
export async function checkLibraryFolder(
  path: string,
  others: readonly { path: string; name: string | undefined }[],
  dataDir?: string,
  isUnknown = (_folder: string): boolean => false,
): Promise<string> {
  const wrong = (message: string) => validationProblem([{ path: 'path', message }])
  refuseRelativePath(path)
  const folder = await inspectFolder(resolve(path))
  const roots = await Promise.all(others.map((other) => realPathOfLibrary(other.path)))
  const isNameless = (path: string) =>
    roots.some((root, index) => others[index]!.name === undefined && isWithin(path, root))
  if (!folder || isNameless(folder.path) || isUnknown(folder.path))
    throw wrong('There is no folder at this path on the server.')
  if (!folder.isReadable) throw wrong('The server is not allowed to read this folder.')
  const root = folder.path
  const system = systemFolders.find((one) => isWithin(root, one))
  if (system) throw wrong(`${system} belongs to the operating system. Choose a folder with books.`)
  const data = dataDir === undefined ? undefined : await realPathOfLibrary(resolve(dataDir))
  if (data !== undefined && isWithin(data, root)) {
    throw wrong('This folder contains the server’s own data. Choose another folder.')
  }
  if (data !== undefined && isWithin(root, data)) {
    throw wrong('This folder is inside the server’s own data folder. Choose another folder.')
  }
  for (const [index, other] of others.entries()) {
    const theirs = roots[index]!
    if (isWithin(root, theirs) || isWithin(theirs, root)) {
      if (other.name === undefined) throw problem('conflict', 'This folder contains, or is inside, another library.')
      throw problem('conflict', `This folder contains, or is inside, the library “${other.name}” (${other.path}).`)
    }
  }
  return root
}

/** Their entries look like files, and expose every process and device of the machine. */
const systemFolders = ['/proc', '/sys', '/dev']

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
