import { readBracketGroups } from './bracket-groups.ts'
import { tidySeriesName } from './series-name.ts'
import { BRACKET_MARK, splitBrackets, withoutExtension } from './split-brackets.ts'
import { nameWithUnknownBrackets } from './split-series-from-title.ts'

/**
 * A file name for display: without extension, dates and the tags of scanners and releasers. "Artbook - Colours (2014)
 * (Digital) (LuCaZ).cbz" → "Artbook - Colours", but "Fate (Heaven's Feel)" stays.
 */
export function nameWithoutTags(name: string): string {
  const { text, groups } = splitBrackets(name)
  const facts = readBracketGroups(groups)
  const isRelease = facts.dates.length > 0 || facts.format !== undefined || facts.c2c || facts.unread.length > 1
  const remaining = isRelease ? text : withOnlyRemark(text, facts.unread)
  const plain = tidySeriesName(nameWithUnknownBrackets(remaining, 0, remaining.length, facts))
  return plain ?? withoutExtension(name).trim()
}

/** A single pair of parentheses at the end of a name without other tags belongs to the name. */
function withOnlyRemark(text: string, unread: ReturnType<typeof readBracketGroups>['unread']): string {
  const [remark] = unread
  if (remark?.bracket !== '(' || remark.at === 0 || text.slice(remark.at).replaceAll(BRACKET_MARK, '').trim() !== '')
    return text
  return `${text.slice(0, remark.at)}(${remark.content})`
}
