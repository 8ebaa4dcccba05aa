/** A parsed position of KOReader's engine (crengine). */
export interface XPointer {
  /** 0-based index in the spine. */
  spineIndex: number
  /** Relative to the body of that document. */
  path: XPointerStep[]
  /** Character offset in the last text node, or child index in the last element. */
  offset?: number
  /** Instead of a path: the id of the element. */
  id?: string
}

export interface XPointerStep {
  /** Lower case; `text()` for text nodes. */
  name: string
  /** 1-based index among siblings of the same name. */
  index: number
}

/**
 * `/body/DocFragment[20]/body/p[22]/img.0` (1-based), or `#_doc_fragment_19_ id` (0-based). Undefined for anything
 * else.
 */
export function parseXPointer(written: string): XPointer | undefined {
  const text = written.trim()
  if (text.length > 4096) return undefined
  const anchor = /^#?_doc_fragment_(\d{1,6})_\s*(.*)$/.exec(text)
  if (anchor) return { spineIndex: Number(anchor[1]), path: [], ...(anchor[2] && { id: anchor[2] }) }
  const end = /\.(\d{1,9})$/.exec(text)
  const pointer = /^\/body\/DocFragment(?:\[(\d{1,6})\])?(\/.*)?$/.exec(end ? text.slice(0, end.index) : text)
  if (!pointer) return undefined
  const spineIndex = Number(pointer[1] ?? 1) - 1
  if (spineIndex < 0) return undefined
  const steps = readSteps(pointer[2] ?? '')
  const path = steps[0]?.name === 'body' ? steps.slice(1) : steps
  return { spineIndex, path, ...(end && { offset: Number(end[1]) }) }
}

/** Boxes that the engine adds around elements internally; they aren't in the document. */
const boxes = /^(autoboxing|floatbox|inlinebox|tabularbox|rubybox|mathbox|pseudoelem)$/

function readSteps(path: string): XPointerStep[] {
  const steps: XPointerStep[] = []
  for (const part of path.split('/').filter(Boolean)) {
    const step = /^(text\(\)|[^[\]]+)(?:\[(\d{1,6})\])?$/.exec(part)
    if (!step) break
    const name = step[1]!.toLowerCase().replace(/^.*:/, '')
    if (!boxes.test(name)) steps.push({ name, index: Math.max(1, Number(step[2] ?? 1)) })
  }
  return steps
}
