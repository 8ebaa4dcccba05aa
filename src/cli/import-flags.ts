import type { CommandLineFlags } from '../config/command-line-flags.ts'
import { MAX_LISTED_PEOPLE } from '../import-export/archive-import-source.ts'
import type { ImportedUsersChoice, ImportOptions } from '../import-export/import-options.ts'
import { type SourceKind, sourceKinds } from '../import-export/records.ts'
import { UsageError } from './command.ts'

export interface ImportFlags {
  kind: SourceKind | undefined
  people: ImportedUsersChoice
  chosen: Partial<ImportOptions>
  folders: Record<string, string>
  isDryRun: boolean
  createsLibraries: boolean
  report: string | undefined
}

export function parseImportFlags({ own, every }: CommandLineFlags): ImportFlags {
  return {
    kind: kindOf(own.kind),
    people: peopleOf(own.people),
    chosen: chosenOf(own.without),
    folders: Object.fromEntries((every.map ?? []).map(pairOf)),
    isDryRun: own['dry-run'] === 'true',
    createsLibraries: own['create-libraries'] === 'true',
    report: own.report,
  }
}

/** A mistyped name would import no one, without a word. */
export function requireKnownPeople(
  people: ImportedUsersChoice,
  theirs: readonly { username: string; email: string | null }[],
): void {
  if (typeof people === 'string' || theirs.length >= MAX_LISTED_PEOPLE) return
  const names = new Set(theirs.flatMap(({ username, email }) => [username, email]))
  const unknown = Object.keys(people).find((name) => !names.has(name))
  if (unknown === undefined) return
  const some = theirs.slice(0, SHOWN_NAMES).map(({ username }) => username)
  const more = theirs.length > SHOWN_NAMES ? ' …' : ''
  const who = theirs.length === 0 ? 'nobody has an account there' : `its users are: ${some.join(', ')}${more}`
  throw new UsageError(`the other server has no user "${unknown}"; ${who}`)
}

const SHOWN_NAMES = 20

function kindOf(text: string | undefined): SourceKind | undefined {
  if (text === undefined) return undefined
  const kind = sourceKinds.find((one) => one === text)
  if (!kind) throw new UsageError(`"${text}" is not a known kind; use one of ${sourceKinds.join(', ')}`)
  return kind
}

function peopleOf(text: string | undefined): ImportedUsersChoice {
  if (text === undefined || text === 'all') return 'all'
  if (text === 'none') return 'none'
  return Object.fromEntries(text.split(',').map((one) => (one.includes('=') ? pairOf(one) : [one.trim(), ''])))
}

/** What is imported by default, and what is left out. Without the flag: as decided before. */
function chosenOf(text: string | undefined): Partial<ImportOptions> {
  if (text === undefined) return {}
  const named = text.split(',').map((one) => one.trim())
  const unknown = named.find((one) => !['keys', 'metadata', 'covers', 'nothing'].includes(one))
  if (unknown !== undefined)
    throw new UsageError(`"${unknown}" can't be left out; use keys, metadata, covers or nothing`)
  return {
    takesKeys: !named.includes('keys'),
    takesMetadata: !named.includes('metadata'),
    takesCovers: !named.includes('covers'),
  }
}

function pairOf(text: string): [string, string] {
  const at = text.lastIndexOf('=')
  if (at <= 0 || at === text.length - 1) throw new UsageError(`"${text}" must have the form THEIRS=OURS`)
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}
