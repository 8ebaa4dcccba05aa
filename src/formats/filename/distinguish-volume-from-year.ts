import type { BracketFacts } from './bracket-groups.ts'
import type { DateFacts } from './dates.ts'
import { isYear } from './dates.ts'
import type { FileNameFacts, LibraryKind } from './file-name-facts.ts'
import type { IssueOrChapterNumber } from './find-issue-or-chapter-number.ts'
import type { NumberMarker } from './number-markers.ts'
import { withoutLeadingZeros } from './number-text.ts'

export interface FoundInName {
  text: string
  /** Volume markers in the running text, in order. */
  volumes: readonly NumberMarker[]
  groups: BracketFacts
  number?: IssueOrChapterNumber
  arc?: NumberMarker
  date?: DateFacts
  kind?: LibraryKind
  title?: string
  /** A folder, or outside the numbering: the volume isn't its number. */
  uncounted?: boolean
}

type VolumeAndYear = Pick<
  FileNameFacts,
  'volume' | 'volumeCount' | 'year' | 'month' | 'day' | 'released' | 'number' | 'title'
>

/** Volumes and years are interchangeable: the year in which a run began identifies it. */
export function distinguishVolumeFromYear(found: FoundInName): VolumeAndYear {
  const { volumes, groups, number, arc } = found
  const date = coverDate(found)
  const mark = volumes[0] ?? groups.volume
  const began = yearsOfRun(volumes)
  const contradictory = began.size > 1
  const volume = contradictory ? undefined : (mark?.value ?? startOfRun(groups, number) ?? arc?.value)

  const facts: VolumeAndYear = {
    volume,
    volumeCount: arc?.count && withoutLeadingZeros(arc.count),
    year: contradictory ? date?.year : ([...began][0] ?? date?.year),
    month: date?.month,
    day: date?.day,
    released: date && isoDate(date),
    number: number?.value,
    title: found.title,
  }
  return isCollectedEdition(found, mark, date) ? asBook(facts, found.text, mark) : facts
}

function isoDate({ year, month, day }: DateFacts): string {
  const parts = [year, ...(month ? [month] : []), ...(month && day ? [day] : [])]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** "Super Strange Yarns (1957) #92 (1969)": the date after the number is that of the issue. */
function coverDate({ groups, number, date }: FoundInName): DateFacts | undefined {
  const own = number && groups.dates.find(({ at }) => at >= number.end)
  return own ?? groups.dates[0] ?? date
}

function startOfRun({ dates }: BracketFacts, number: IssueOrChapterNumber | undefined): string | undefined {
  if (!number || dates.length < 2) return undefined
  const before = dates.find(({ at }) => at < number.start)
  return before && dates.some(({ at }) => at >= number.end) ? String(before.year) : undefined
}

function yearsOfRun(volumes: readonly NumberMarker[]): Set<number> {
  return new Set(volumes.map(({ value }) => Number(value)).filter(isYear))
}

/**
 * "Avengers v03 (2013)": a dated comic with a volume and no issue is a book that collects issues, here the third one.
 * Manga need no such rule, since their books are always numbered by volume.
 */
function isCollectedEdition(
  { kind, number, uncounted }: FoundInName,
  mark: NumberMarker | undefined,
  date?: DateFacts,
): boolean {
  const mayBe = !uncounted && (kind === 'comic' || kind === undefined)
  return mayBe && !number && date !== undefined && mark?.value !== undefined && !isYear(Number(mark.value))
}

function asBook(facts: VolumeAndYear, text: string, mark: NumberMarker | undefined): VolumeAndYear {
  const written = mark ? text.slice(mark.start, mark.end) : ''
  return { ...facts, number: facts.volume, title: facts.title ?? (/^book /i.test(written) ? written : undefined) }
}
