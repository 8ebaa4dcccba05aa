/** A chapter with more text than this isn't just a picture with its caption. */
const maxText = 60

/** A chapter that is a single picture, such as the cover, is centered on the screen instead of in the first of two columns. */
export function centerSinglePicture({ body }: Document) {
  const pictures = [...body.querySelectorAll('img, svg')].filter((each) => !each.parentElement?.closest('svg'))
  const inDrawings = pictures.reduce((sum, each) => sum + each.textContent.length, 0)
  if (pictures.length !== 1 || body.textContent.trim().length - inDrawings > maxText) return
  body.style.setProperty('column-span', 'all', 'important')
  body.style.textAlign ||= 'center'
}
