/** Prefix → namespace in scope; the prefix of the default namespace is empty. */
export type NamespaceScope = Readonly<Record<string, string>>

/** Prefixes that books use, sometimes without declaring them. */
export const wellKnownNamespaces: Record<string, string> = {
  xml: 'http://www.w3.org/XML/1998/namespace',
  epub: 'http://www.idpf.org/2007/ops',
  xlink: 'http://www.w3.org/1999/xlink',
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
  m: 'http://www.w3.org/1998/Math/MathML',
  mml: 'http://www.w3.org/1998/Math/MathML',
  html: 'http://www.w3.org/1999/xhtml',
  xhtml: 'http://www.w3.org/1999/xhtml',
  h: 'http://www.w3.org/1999/xhtml',
  ssml: 'http://www.w3.org/2001/10/synthesis',
}

/**
 * Repairs the namespace declarations of an element: adds well-known prefixes that it uses undeclared, and the namespace
 * of HTML, SVG and MathML where it is missing.
 */
export function repairNamespaces(
  name: string,
  attributes: Record<string, string>,
  outer: NamespaceScope,
  kind: 'html' | 'xml',
): { scope: NamespaceScope; declarations: [name: string, value: string][] } {
  const own: Record<string, string> = Object.create(null)
  for (const [key, value] of Object.entries(attributes)) {
    const prefix = key === 'xmlns' ? '' : key.startsWith('xmlns:') ? key.slice(6) : undefined
    if (prefix !== undefined && mayBind(prefix, value)) own[prefix] = value
  }
  if (!name.includes(':')) {
    const missing = defaultNamespace(name.toLowerCase(), own[''] ?? outer[''], own[''] !== undefined, kind)
    if (missing) own[''] = missing
  }
  for (const key of [name, ...Object.keys(attributes)]) {
    const prefix = prefixOf(key)
    const known = Object.hasOwn(wellKnownNamespaces, prefix) ? wellKnownNamespaces[prefix] : undefined
    if (known && !Object.hasOwn(outer, prefix) && !Object.hasOwn(own, prefix)) own[prefix] = known
  }
  const declarations = Object.entries(own).map(([prefix, uri]): [string, string] => [
    prefix ? `xmlns:${prefix}` : 'xmlns',
    uri,
  ])
  return { scope: declarations.length > 0 ? { ...outer, ...own } : outer, declarations }
}

/** Namespaces in XML §3: excludes the two names with a fixed binding. */
function mayBind(prefix: string, uri: string): boolean {
  if (/^(http:\/\/www\.w3\.org\/XML\/1998\/namespace|http:\/\/www\.w3\.org\/2000\/xmlns\/)$/.test(uri)) return false
  return prefix === '' || (uri !== '' && xmlName.test(prefix) && prefix !== 'xml' && prefix !== 'xmlns')
}

function defaultNamespace(
  name: string,
  present: string | undefined,
  isOwn: boolean,
  kind: 'html' | 'xml',
): string | undefined {
  // Browsers display an HTML document with no namespace or a wrong one as a tree of tags.
  if (name === 'html' && (kind === 'html' || !isOwn))
    return present === wellKnownNamespaces.html ? undefined : wellKnownNamespaces.html
  const wanted = name === 'svg' ? wellKnownNamespaces.svg : name === 'math' ? wellKnownNamespaces.math : undefined
  return isOwn || present === wanted ? undefined : wanted
}

/** The name if it is valid here; `span` if its prefix is undeclared (Word's `<o:p>`) or it isn't a valid name. */
export function validElementName(name: string, scope: NamespaceScope): string {
  const prefix = prefixOf(name)
  if (!xmlName.test(localOf(name))) return 'span'
  return prefix === '' || isBound(prefix, scope) ? name : 'span'
}

/** All attributes except namespace declarations, invalid names and duplicates. */
export function* validAttributes(
  attributes: Record<string, string>,
  scope: NamespaceScope,
): Generator<[name: string, value: string]> {
  const seen = new Set<string>()
  for (const [key, value] of Object.entries(attributes)) {
    const prefix = prefixOf(key)
    if (
      key === 'xmlns' ||
      prefix === 'xmlns' ||
      !xmlName.test(localOf(key)) ||
      (prefix !== '' && !isBound(prefix, scope))
    )
      continue
    const expanded = `${prefix === '' ? '' : scope[prefix]} ${localOf(key)}`
    if (seen.has(expanded)) continue
    seen.add(expanded)
    yield [key, value]
  }
}

function isBound(prefix: string, scope: NamespaceScope): boolean {
  return Object.hasOwn(scope, prefix) && xmlName.test(prefix)
}

function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')))
}

/** With a leading colon the whole name is invalid. */
function localOf(name: string): string {
  const colon = name.indexOf(':')
  return colon === 0 ? name : name.slice(colon + 1)
}

/** Namespaces in XML §4: names of XML 1.0 §2.3 without the colon. */
const nameStart =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}'
const xmlName = new RegExp(`^[${nameStart}][${nameStart}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}]*$`, 'u')
