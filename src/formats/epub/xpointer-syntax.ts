/** A position of KOReader's engine (crengine), taken apart. */
export interface XPointer {
  /** 0-based place in the spine. */
  spineIndex: number
  /** From the body of that document on. */
  path: XPointerStep[]
  /** Characters into the last text, or children into the last element. */
  offset?: number
  /** Instead of a path: the element of that id. */
  id?: string
}

export interface XPointerStep {
  /** In small letters; `text()` for text. */
  name: string
  /** 1-based among those of the name. */
  index: number
}

/** `/body/DocFragment[20]/body/p[22]/img.0` (counted from one), or `#_doc_fragment_19_ id` (counted from zero). Undefined for anything else. */
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

/** Boxes that the engine puts around elements for its own ends; they are not in the document. */
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
