/**
 * Converts Kavita's position in a document to KOReader's, which can be resolved. It is `id("x")`, or an XPath: from the
 * body of the document (`//body/p[3]`), from the element into which the reader puts the document (`//BODY/DIV[1]/P[3]`),
 * or, in older versions, from the root of the whole page.
 */
export function pointerOfKavita(spineIndex: number, xpath: string | null): string {
  const [, id] = /^id\(["']([^"']+)["']\)/i.exec(xpath ?? '') ?? []
  if (id !== undefined) return `#_doc_fragment_${spineIndex}_ ${id}`
  const inside = stepsInDocument((xpath ?? '').replace(/\.\d+$/, ''))
  return `/body/DocFragment[${spineIndex + 1}]/body${inside.map((step) => `/${step.toLowerCase()}`).join('')}.0`
}

function stepsInDocument(xpath: string): string[] {
  const steps = xpath.split('/').filter(Boolean)
  const body = steps.findLastIndex((step) => /^body(?:\[1\])?$/i.test(step))
  const reader = steps.findIndex((step) => /^app-book-reader\b/i.test(step))
  if (reader > body) return validSteps(steps.slice(reader + 1 + ELEMENTS_OF_READER))
  if (body < 0) return []
  const inside = steps.slice(body + 1)
  if (!steps[body]!.startsWith('BODY')) return validSteps(inside)
  // When Kavita shortened old positions, it lost a slash and left two elements of its reader.
  return validSteps(inside.slice(inside[0] === 'DIV[1]DIV[1]' ? 2 : 1))
}

/** How many elements older readers have between themselves and the document. */
const ELEMENTS_OF_READER = 5

/** Up to the first that isn't an element or text. */
function validSteps(steps: readonly string[]): string[] {
  const end = steps.findIndex((step) => !/^(?:[a-z][a-z0-9]*|text\(\))(?:\[\d+\])?$/i.test(step))
  return end < 0 ? [...steps] : steps.slice(0, end)
}
