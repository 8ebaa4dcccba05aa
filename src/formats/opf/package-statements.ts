import {
  attributeOf,
  childElementsOf,
  firstChildNamed,
  firstDescendantNamed,
  textOf,
  type XmlElement,
} from '../xml/tree.ts'

/**
 * Access to the metadata of a package document, for both EPUB 2 and 3: Dublin Core elements, `meta` elements, and
 * refinements.
 */
export interface PackageStatements {
  /** The non-empty Dublin Core elements of that name, in order. */
  dc(name: string): XmlElement[]
  /** EPUB 3 `<meta property>` elements with that property that refine no other element. */
  properties(property: string): XmlElement[]
  /** EPUB 2 `<meta name content>`; calibre also writes its names as properties. */
  named(name: string): string | undefined
  /** The values that refine an element, including the EPUB 2 attribute of the same name. */
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

/** OEB 1.x puts the elements into `dc-metadata` and `x-metadata` inside `metadata`. */
function flattened(metadata: XmlElement | undefined): XmlElement[] {
  return childElementsOf(metadata).flatMap((element) =>
    /^(dc|x)-metadata$/i.test(element.name) ? childElementsOf(element) : [element],
  )
}
