/** Equal titles alone: enough to apply, with room above for other evidence. */
export const SAME_TITLE = 0.92
/** The maximum for titles that are not equal: a user decides, unless there is other evidence. */
export const MAX_UNEQUAL = 0.84

/** Just enough to lead over a candidate that is otherwise equal: more than `MIN_LEAD`. */
export const TIE_BREAKER = 0.031
/** How far a match must lead over the next one to be applied. */
export const MIN_LEAD = 0.03

/** What else is known adds this to the likeness of the titles. */
export const weights = {
  samePerson: 0.06,
  otherPeople: -0.2,
  sameYear: 0.05,
  /** Books are often dated a year early or late. */
  nextYear: 0,
  /** Editions appear after the work, translations often many years after it. */
  someYearsSooner: -0.033,
  manyYearsSoonerBySamePeople: -0.09,
  /** A work that began after what is owned is probably another one. */
  someYearsLater: -0.12,
  otherYear: -0.2,
  /** With few volumes, equal counts may be a coincidence; from eight on, they rarely are. */
  sameSmallCount: 0.02,
  sameCount: 0.04,
  /** More is owned than exists. An ongoing series may have gone on since the provider counted. */
  fewerVolumes: -0.1,
  farFewerVolumes: -0.2,
  /** Another publisher or language proves nothing: it may be the original. */
  samePublisher: TIE_BREAKER,
  sameLanguage: TIE_BREAKER,
  otherForm: -0.15,
  /** Of two matches, the one whose form is known to be right leads. */
  unknownForm: -TIE_BREAKER,
  /** Text that flows is hardly ever a comic. */
  unlikelyForm: -2 * TIE_BREAKER,
  /** It may be the pilot: too little to lose against another, but it doesn't lead because of its form. */
  maybePilot: -TIE_BREAKER / 2,
  /** A folder names an edition, and this is the work itself. */
  otherEdition: -TIE_BREAKER,
  otherId: -0.2,
} as const

/** The same id at any site, or the same ISBN: nothing else matters. */
export const SAME_ID_SCORE = 1.1
