import {
  attributeOf,
  childElementsOf,
  firstChildNamed,
  firstDescendantNamed,
  textOf,
  type XmlElement,
} from '../xml/tree.ts'

/** What a package document says, EPUB 2 and 3 alike: Dublin Core elements, `meta` elements, and what refines what. */
export interface PackageStatements {
  /** The Dublin Core elements of that name, in order, empty ones left out. */
  dc(name: string): XmlElement[]
  /** EPUB 3 `<meta property>` that refines nothing, by name without regard to its prefix's case. */
  properties(property: string): XmlElement[]
  /** EPUB 2 `<meta name content>`; calibre also writes its names as properties. */
  named(name: string): string | undefined
  /** The values that refine an element, the EPUB 2 attribute of the same name among them. */
  refining(element: XmlElement, property: string): string[]
}

export function packageStatementsOf(packageElement: XmlElement): PackageStatements {
  const metadata = firstChildNamed(packageElement, 'metadata') ?? firstDescendantNamed(packageElement, 'metadata')
  const elements = flattened(metadata)
  const byName = Map.groupBy(elements, (element) => element.name.toLowerCase())
  const metas = byName.get('meta') ?? []
  const refines = Map.groupBy(
    metas.filter((meta) => attributeOf(meta, 'refines')),
    (meta) => attributeOf(meta, 'refines')!.replace(/^.*#/, ''),
  )
  const properties = (property: string) =>
    metas.filter((meta) => attributeOf(meta, 'property') === property && !attributeOf(meta, 'refines') && textOf(meta))
  return {
    dc: (name) => (byName.get(name) ?? []).filter((element) => textOf(element) !== undefined),
    properties,
    named: (name) => {
      const meta = metas.find(
        (candidate) => attributeOf(candidate, 'name') === name && attributeOf(candidate, 'content'),
      )
      return attributeOf(meta, 'content') ?? textOf(properties(name)[0])
    },
    refining: (element, property) => {
      const id = attributeOf(element, 'id')
      const own = attributeOf(element, property)
      const values = (id === undefined ? [] : (refines.get(id) ?? []))
        .filter((meta) => attributeOf(meta, 'property') === property)
        .map((meta) => textOf(meta))
      return [...(own ? [own] : []), ...values.filter((value) => value !== undefined)]
    },
  }
}

/** OEB 1.x put the elements into `dc-metadata` and `x-metadata` inside `metadata`. */
function flattened(metadata: XmlElement | undefined): XmlElement[] {
  return childElementsOf(metadata).flatMap((element) =>
    /^(dc|x)-metadata$/i.test(element.name) ? childElementsOf(element) : [element],
  )
}
