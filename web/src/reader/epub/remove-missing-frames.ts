/** A file that a page shows in a frame and the book does not have: there would be the server's error to read. */
export function removeMissingFrames(doc: Document) {
  for (const frame of doc.querySelectorAll('iframe'))
    if (frame.contentDocument?.contentType.endsWith('json')) frame.remove()
}
