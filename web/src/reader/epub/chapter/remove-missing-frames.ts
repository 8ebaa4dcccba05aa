/** Removes frames whose file is missing from the book: they would show the server's error. */
export function removeMissingFrames(doc: Document) {
  for (const frame of doc.querySelectorAll('iframe'))
    if (frame.contentDocument?.contentType.endsWith('json')) frame.remove()
}
