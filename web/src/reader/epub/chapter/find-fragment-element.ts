/** The element of a URL fragment; old books use named anchors. */
export function findFragmentElement(doc: Document, fragment: string): Element | null {
  return doc.getElementById(fragment) ?? doc.querySelector(`a[name="${CSS.escape(fragment)}"]`)
}
