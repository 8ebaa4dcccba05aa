import type { BracketFacts } from './bracket-groups.ts'
import type { LibraryKind } from './file-name-facts.ts'
import { type BareNumber, findBareNumber } from './find-bare-number.ts'
import { findChapter, findIssue, findNumberOfTotal, type NumberMarker } from './number-markers.ts'
import { blankOut, READ_TEXT_MARK } from './split-brackets.ts'

export interface IssueOrChapterNumber extends NumberMarker {
  how: 'chapter' | 'issue' | 'bare' | 'leading'
}

export interface NumberSearch {
  text: string
  groups: BracketFacts
  /** The volume in the running text. */
  volume?: NumberMarker
  kind?: LibraryKind
  /** It is a folder name, where a bare number belongs to the name: "Foo 50". */
  folder?: boolean
  /** A folder above names the series. */
  inFolder?: boolean
}

/** Finds the issue or chapter: markers take precedence over bare numbers, the running text over brackets. */
export function findIssueOrChapterNumber({
  text,
  groups,
  volume,
  kind,
  folder,
  inFolder,
}: NumberSearch): IssueOrChapterNumber | undefined {
  const rest = volume ? blankOut(text, volume.start, volume.end, READ_TEXT_MARK) : text
  const chapter = findChapter(rest)
  if (chapter)
    return {
      ...chapter,
      how: /^(?:第? ?\d+ ?[号號期]|issue|folge|dossier|acte|prog|heft|ausgabe|num|núm|uitgave|zeszyt|broj|br\.|číslo|sayı|fasc|edi?|выпуск|випуск|τεύχος|(?:ال)?عدد|חוברת|גיליון|अंक)/i.test(
        rest.slice(chapter.start),
      )
        ? 'issue'
        : 'chapter',
    }

  const { dates: years, isLightNovel } = groups
  const bare = () => findBareNumber(text, { volume, kind, inFolder, years, isLightNovel })
  const issue = findIssue(rest)
  // "Love Potion #9 v300 4": the series is called "Love Potion #9".
  const behindVolume = issue && volume && issue.start < volume.start ? bare() : undefined
  if (behindVolume && volume && behindVolume.start > volume.start) return bareFound(behindVolume)
  const marked = issue ?? findNumberOfTotal(rest)
  if (marked) return { ...marked, how: 'issue' }

  if (groups.chapter) return { ...groups.chapter, how: 'chapter' }
  if (groups.issue) return { ...groups.issue, how: 'issue' }
  const found = folder ? undefined : bare()
  if (found) return bareFound(found)
  const half = volume || kind === 'manga' || folder || groups.dates.length === 0 ? null : HALF.exec(text)
  if (half) return { value: half[1], raw: half[1]!, start: half.index, end: half.index + 1, how: 'bare' }
  return groups.plain && !folder && isNumberOfName(text, groups.plain) ? { ...groups.plain, how: 'bare' } : undefined
}

/** "Wolverine ½ (1997)"; without a date it may be "Ranma ½". */
const HALF = /(?<= )([½¼¾⅓⅔])(?= ?\uE000)/

/** Browsers add "(1)" to a second download; "(01)" and a number after a Japanese name are volumes. */
function isNumberOfName(text: string, plain: NumberMarker): boolean {
  const before = text.slice(0, plain.start).trimEnd()
  return (
    before !== '' &&
    (/^0\d/.test(plain.raw) || /\p{Script=Han}$|\p{Script=Hiragana}$|\p{Script=Katakana}$/u.test(before))
  )
}

function bareFound(found: BareNumber): IssueOrChapterNumber {
  return { ...found, how: found.leading ? 'leading' : 'bare' }
}
