interface PluginTextPart {
  kind: 'plain' | 'code' | 'strong'
  text: string
}

/** Plugins write about themselves in plain text with a little Markdown: `code`, **bold** and *emphasis*. */
export function splitPluginText(text: string): PluginTextPart[] {
  const parts: PluginTextPart[] = []
  let end = 0
  for (const { 0: all, 1: code, 2: bold, 3: emphasis, index } of text.matchAll(MARKED)) {
    if (index > end) parts.push({ kind: 'plain', text: text.slice(end, index) })
    parts.push(code === undefined ? { kind: 'strong', text: (bold ?? emphasis)! } : { kind: 'code', text: code })
    end = index + all.length
  }
  if (end < text.length) parts.push({ kind: 'plain', text: text.slice(end) })
  return parts
}

/** An asterisk in “2 * 3” marks nothing. */
const MARKED = /`([^`\n]+)`|\*\*([^\s*][^*\n]*)\*\*|(?<![\w*])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![\w*])/g
