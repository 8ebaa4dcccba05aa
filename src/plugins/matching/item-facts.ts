import { parseFileName } from '../../formats/filename/parse-file-name.ts'
import type { BookToMatch, SeriesToMatch } from '../../store/plugin/items-to-match.ts'
import { EDITION_WORDS, NAMED_NOVEL, NAMED_ONE_SHOT, withoutEdition } from './edition-words.ts'
import { isMisspelling } from './is-misspelling.ts'
import type { MatchFacts } from './match-facts.ts'
import { pairsIn, possibleTitlesIn, readNameHints, translationsIn } from './name-hints.ts'
import {
  parseTitleForSearch,
  titleWithForm,
  withoutFirstVolume,
  withoutTrailingVolume,
  withoutVolumes,
  withSpaces,
} from './parse-title-for-search.ts'
import { yearOfBook } from './year-by-name.ts'

export type ItemToMatch = ({ entity: 'series' } & SeriesToMatch) | ({ entity: 'book' } & BookToMatch)

/** Files are volumes, unless most of them are single chapters. */
function countOf(item: SeriesToMatch): Pick<MatchFacts, 'count' | 'chapters' | 'hasVolumes'> {
  if (item.totalBookCount !== null) return { count: item.totalBookCount }
  if (item.chapterCount * 2 > item.bookCount) return { chapters: item.chapterCount }
  return { count: item.bookCount, hasVolumes: item.volumeCount * 2 > item.bookCount }
}

/** The title of “Garden (Deluxe Edition)” is “Garden”, but the edition is what its folder holds. */
export function fullNameOf(item: ItemToMatch): string {
  if (item.entity === 'book' || EDITION_WORDS.test(item.title)) return item.title
  const folder = withSpaces(item.folderName)
  return EDITION_WORDS.test(folder) ? folder : item.title
}

/** “Garden (Light Novvel)” is the novel, too. */
const withFormMended = (name: string): string =>
  name.replace(NOTE, (note) => (isMisspelling(note.toLowerCase(), 'light novel') ? 'Light Novel' : note))

const NOTE = /(?<=[[({])[\p{L} ]{9,13}(?=[\])}])/gu

/** Folder names often contain the year, and a name that the title no longer has. */
export function matchFactsOfItem(given: ItemToMatch): MatchFacts {
  const title = withFormMended(given.title)
  const item: ItemToMatch =
    given.entity === 'book' ? { ...given, title } : { ...given, title, folderName: withFormMended(given.folderName) }
  const bare = parseTitleForSearch(item.title)
  if (item.entity === 'book') {
    const titles = [...new Set([bare.title, item.title])]
    const hints = readNameHints([item.title])
    return { titles, hints, year: yearOfBook(item), authors: item.authors, isbns: item.isbns, isEdition: true }
  }
  const folder = parseTitleForSearch(item.folderName)
  const titles = [
    ...new Set([
      titleWithForm(fullNameOf(item)),
      titleWithForm(item.title),
      withoutFirstVolume(withoutVolumes(item.title)),
      ...item.alternateTitles,
      titleWithForm(item.folderName),
      ...translationsIn([item.title, item.folderName]),
      ...[bare.title, folder.title].map(withoutEdition),
    ]),
  ]
  const isNovel = [item.title, item.folderName].some((name) => NAMED_NOVEL.test(name))
  const names = [item.title, item.folderName]
  // What the files are called is only a part of what a folder is called that names more than the title.
  const file = item.fileName ? parseFileName(item.fileName) : undefined
  const ofFile = file?.series
  // Later volumes say little about when the work began.
  const isFirst = Number(file?.volume ?? file?.number) === 1
  const unnumbered = [bare.title, folder.title].map(withoutTrailingVolume).filter((one) => one !== undefined)
  const years = [item.year, bare.year, folder.year, isFirst ? file?.year : undefined].filter(
    (year) => typeof year === 'number',
  )
  return {
    titles,
    possibleTitles: [...new Set([...unnumbered, ...possibleTitlesIn(names), ...(ofFile ? [ofFile] : [])])],
    pairs: names.flatMap(pairsIn),
    hints: readNameHints(names),
    year: years[0],
    otherYears: years.slice(1),
    authors: item.authors,
    publisher: item.publisher ?? undefined,
    language: item.language ?? undefined,
    ...countOf(item),
    isOneShot: names.some((name) => NAMED_ONE_SHOT.test(name)),
    // A novel may be scanned: its name says more than its files.
    ...(isNovel ? { form: 'text' as const } : item.isComic && { form: 'comic' as const }),
    ...(item.isText && { likelyForm: 'text' as const }),
  }
}
