/** The beginning of a text that may be long, as a copy: a part of a string would keep all of it in memory. */
export const shortCopy = (text: string, max = MAX_NAME): string =>
  text.length <= max ? text : Buffer.from(text.slice(0, max)).toString()

/** For names that only people read. */
const MAX_NAME = 500
