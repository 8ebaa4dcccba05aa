/**
 * Whether a link leads to a note, by its text: “1”, “[12]”, “(a)”, “†”. Books set it small and high, right after a word;
 * in plain text it would become part of that word.
 */
export function isNoteMark(linkText: string): boolean {
  return /^\s*[[(]?(\d{1,4}|[a-z]|[ivxl]{1,6}|[*†‡§¶]{1,4})[\])]?\s*$/u.test(linkText)
}

/** Whether a word ends here that a mark would join. */
export function endsInWord(text: string): boolean {
  return /[\p{L}\p{N}]\p{M}*$/u.test(text.slice(-8))
}
