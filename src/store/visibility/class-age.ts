/** The age rating of a class: the current rating of its series, and whether that may still change. */
export interface ClassAge {
  ageRating: number | null
  /**
   * Not all of its books are analysed yet. They may turn out to be for adults: users with an age limit don't see the
   * class until they are.
   */
  isUnanalysed: boolean
}

/** Encodes both as one number, to look up a class by it. */
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
/** The code of an unrated class; rated ones have lower codes. */
export const UNANALYSED_CLASS_AGE = -2
