import type { AlphabeticalGroup } from '../api/types.ts'

export type LetterPosition = { letter: string; index: number }

/** The index of each letter's first item. Groups that aren't letters (digits, symbols) share one "#". */
export function letterPositions(groups: AlphabeticalGroup[]): LetterPosition[] {
  const letters: LetterPosition[] = []
  let index = 0
  for (const { group, count } of groups) {
    const letter = /\p{L}/u.test(group) ? group.toLocaleUpperCase() : '#'
    if (letters.at(-1)?.letter !== letter) letters.push({ letter, index })
    index += count
  }
  return letters
}

/** Limits the letters to the room on the rail; those in between are reached by scrolling. */
export function thinOutLetters(letters: LetterPosition[], room: number): LetterPosition[] {
  if (letters.length <= room) return letters
  const step = letters.length / room
  return Array.from({ length: room }, (_, place) => letters[Math.floor(place * step)] as LetterPosition)
}
