import { expect, it } from 'vitest'
import { needsCorpus, readCorpusJson } from '../../../test/fixtures/corpus.ts'
import type { FileNameFacts, LibraryKind } from './file-name-facts.ts'
import { libraryKindOfFolderName } from './library-kind-of-folder-name.ts'
import { parseFileName } from './parse-file-name.ts'

type Expected = Record<string, string | boolean | null>
interface Case {
  source: string
  kind?: LibraryKind
  name?: string
  path?: string
  root?: string
  expected: Expected
}

it('reads at least 95 % of the names in the corpus as their suites do', needsCorpus, () => {
  const { cases, paths } = readCorpusJson<{ cases: Case[]; paths: Case[] }>('filenames.json')
  const all = [...cases, ...paths]
  const failed = all.map((one) => ({ ...one, wrong: differences(one) })).filter(({ wrong }) => wrong.length > 0)

  const share = (1 - failed.length / all.length) * 100
  const lines = failed.map(({ source, name, path, wrong }) => {
    return `${source}: ${name ?? path}\n    ${wrong.join('; ')}\n    why: ${reason(name ?? path ?? '')}`
  })
  console.log(`${all.length - failed.length} of ${all.length} names, ${share.toFixed(1)} %\n${lines.sort().join('\n')}`)
  expect(share).toBeGreaterThanOrEqual(95)
})

function differences({ name, path, root, kind, expected }: Case): string[] {
  const facts = path ? readPath(path, root) : parseFileName(name ?? '', { kind })
  return Object.entries(expected).flatMap(([field, value]) => {
    if (field === 'volume' && value === 'special') return facts.special ? [] : ['special: not seen']
    const got = comparable(READ[field]!(facts))
    const want = comparable(value)
    return got === want ? [] : [`${field}: ${got} instead of ${want}`]
  })
}

/** The library's root is the first folder, unless the case specifies another. */
function readPath(path: string, root = /^(?:[A-Z]:)?\/[^/]*\//.exec(path)?.[0] ?? ''): FileNameFacts {
  const segments = path.slice(root.length).split('/')
  // A library called "Manga" contains manga.
  const kind = libraryKindOfFolderName(root.split('/').at(-2) ?? '')
  return parseFileName(segments.at(-1)!, { folders: segments.slice(0, -1), kind })
}

const READ: Record<string, (facts: FileNameFacts) => unknown> = {
  series: (facts) => facts.series,
  title: (facts) => facts.title,
  volume: (facts) => facts.volume,
  volume_count: (facts) => facts.volumeCount,
  number: (facts) => facts.number,
  count: (facts) => facts.count,
  year: (facts) => facts.year,
  month: (facts) => facts.month,
  day: (facts) => facts.day,
  publisher: (facts) => facts.publisher,
  edition: (facts) => facts.edition,
  format: (facts) => facts.format,
  scan: (facts) => facts.scan,
  special: (facts) => facts.special,
  annual: (facts) => facts.annual,
  fcbd: (facts) => facts.freeComicBookDay,
  c2c: (facts) => facts.scan === 'c2c' || facts.coverToCover,
  alternate: () => undefined,
}

/** Suites write "007" and "7", "21.0" and "21", null and false for the same thing. */
function comparable(value: unknown): string {
  if (value === undefined || value === null || value === false) return 'nothing'
  return String(value)
    .replace(/(^|-)0+(?=\d)/g, '$1')
    .replace(/^(\d+)\.0+$/, '$1')
}

const REASONS: [RegExp, string][] = [
  [/13[회장]$/, '회 and 장 count episodes and chapters, as 화 does; the suite calls them volumes'],
  [/153b/, 'a letter behind the number stays as written; the suite turns b into .5'],
  [/^04 - Asterix/, 'another suite reads "4-Conan" as number 4, and so would a person'],
  [/Deluxe Edition Book 02|TPB \(2012\)/, 'two suites number collected comics by their book or volume, one does not'],
  [/King Klong|Wonder Woman #49/, 'the title is what stands behind the number, and "digital" is no title'],
  [/You Have My Word/, 'another suite keeps "Cyberpunk 2077 - Trauma Team" whole'],
  [/v1965 #3|- v2003$/, 'the year of the run is the year where no other is given; another suite says so'],
  [/\$1\$2/, 'the other suite reads #0.0.1 as it is written'],
  [/2006a Special|missing right bracket/, 'only that tool joins the text around the number to a name'],
  [/G\.I\. Joe v2 06/, 'the same suite leaves "Cobra Civil War" out of the series "Cobra"'],
  [/what is this/, 'a number behind a bracket is still a number'],
  [/583-586/, 'a file with four issues says so; another suite keeps ranges'],
  [/Deadpool\.v3/, 'dots in place of spaces: volume 3, number 1'],
  [/Monster #8/, 'the series cannot be called like the library'],
  [/Birds of Prey/, 'the year is the volume and no part of the name, as in the expected shelves of the layouts'],
]

function reason(name: string): string {
  return REASONS.find(([pattern]) => pattern.test(name))?.[1] ?? 'none: a defect'
}
