/** ComicInfo's age ratings, as Kavita numbers them; −1, 0 and 1 mean that there is none. */
export const kavitaAgeOf = (rating: number | null): number | null =>
  rating === null || rating < 2 ? null : (AGES[rating] ?? 18)
const AGES: Record<number, number> = {
  2: 3,
  3: 0,
  4: 0,
  5: 10,
  6: 8,
  7: 6,
  8: 13,
  9: 15,
  10: 17,
  11: 17,
  12: 18,
  13: 18,
  14: 18,
}
