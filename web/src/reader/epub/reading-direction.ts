/** The direction in which the pages of a laid-out chapter follow each other. */
export function isRightToLeftText(doc: Document): boolean {
  const style = doc.defaultView?.getComputedStyle(doc.body)
  return isRightToLeftStyle(style?.writingMode ?? '', style?.direction ?? '')
}

/** Lines set from top to bottom follow each other to the left or to the right, whatever the direction of letters. */
export const isRightToLeftStyle = (writingMode: string, direction: string): boolean =>
  /^(vertical|sideways|tb)/.test(writingMode) ? !writingMode.endsWith('-lr') : direction === 'rtl'

/**
 * The direction of a book whose package doesn't declare one: that of most of the text laid out so far. A cover or a
 * title page, often set differently, has little text.
 */
export function countReadingDirections(assumed: boolean) {
  const lengths = new Map<number, { length: number; isRtl: boolean }>()
  return {
    isKnown: (index: number) => lengths.has(index),
    /** Returns the direction of the book. */
    add(index: number, length: number, isRtl: boolean): boolean {
      lengths.set(index, { length, isRtl })
      let balance = 0
      for (const each of lengths.values()) balance += each.isRtl ? each.length : -each.length
      return balance === 0 ? assumed : balance > 0
    },
  }
}
