/** What a class says of the age its series are for: as they are rated so far, and whether that may still change. */
export interface ClassAge {
  ageRating: number | null
  /**
   * Nobody has looked into all of its books yet. They may turn out to be for grown-ups: whoever has an age limit does
   * not see it until they have been read.
   */
  isUnanalysed: boolean
}

/** One number for both, so that a class is found by it. */
export function encodeClassAge({ ageRating, isUnanalysed }: ClassAge): number {
  if (!isUnanalysed) return ageRating ?? UNRATED
  return UNANALYSED_CLASS_AGE - (ageRating ?? UNRATED) - 1
}

export function decodeClassAge(age: number): ClassAge {
  const isUnanalysed = age <= UNANALYSED_CLASS_AGE
  const rating = isUnanalysed ? UNANALYSED_CLASS_AGE - 1 - age : age
  return { ageRating: rating === UNRATED ? null : rating, isUnanalysed }
}

const UNRATED = -1
/** Of one that is not rated; those of rated ones lie below it. */
export const UNANALYSED_CLASS_AGE = -2
