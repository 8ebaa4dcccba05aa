import { acquisitionType } from './atom.ts'
import { text } from './xml.ts'

export function writeOpenSearch(to: (path: string) => string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Lectern</ShortName>
<Description>Search books and series</Description>
<InputEncoding>UTF-8</InputEncoding>
<OutputEncoding>UTF-8</OutputEncoding>
<Url type="${acquisitionType}" template="${text(to('search'))}?q={searchTerms}"/>
</OpenSearchDescription>
`
}
