export interface ViewportSize {
  width: number
  height: number
}

/** The size of a fixed-layout page, from the start of its document: `<meta name="viewport">`, or SVG's view box. */
export function parseViewportSize(head: string, mediaType: string): ViewportSize | undefined {
  return mediaType === 'image/svg+xml' ? svgSize(head) : viewportMeta(head)
}

function viewportMeta(head: string): ViewportSize | undefined {
  for (const [tag] of head.matchAll(/<(?:\w+:)?meta\b[^<>]{0,2000}>/gi)) {
    if (!/\bname\s*=\s*["']viewport["']/i.test(tag)) continue
    const content = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag)
    const text = content?.[1] ?? content?.[2] ?? ''
    return size(/\bwidth\s*=\s*([\d.]+)/i.exec(text)?.[1], /\bheight\s*=\s*([\d.]+)/i.exec(text)?.[1])
  }
  return undefined
}

function svgSize(head: string): ViewportSize | undefined {
  const tag = /<(?:\w+:)?svg\b[^<>]{0,4000}>/i.exec(head)?.[0] ?? ''
  const box = /\bviewBox\s*=\s*["']\s*[\d.e+-]+[\s,]+[\d.e+-]+[\s,]+([\d.]+)[\s,]+([\d.]+)/i.exec(tag)
  if (box) return size(box[1], box[2])
  return size(
    /\swidth\s*=\s*["']([\d.]+)(?:px)?["']/i.exec(tag)?.[1],
    /\sheight\s*=\s*["']([\d.]+)(?:px)?["']/i.exec(tag)?.[1],
  )
}

function size(width: string | undefined, height: string | undefined): ViewportSize | undefined {
  const measured = { width: Number(width), height: Number(height) }
  return measured.width > 0 && measured.height > 0 && measured.width < 1e6 && measured.height < 1e6
    ? measured
    : undefined
}
