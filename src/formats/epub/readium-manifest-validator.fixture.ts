import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { corpus } from '../../../test/fixtures/corpus.ts'

/**
 * Validates against Readium's manifest schema. It references the old ids of the OPDS schemas, so those are loaded too.
 */
export function readiumManifestValidator(): ValidateFunction {
  const ajv = new Ajv({ strict: false })
  addFormats.default(ajv)
  const folders = ['schemas/readium/webpub-manifest/**/*.schema.json', 'schemas/opds-drafts/opds2-old-id/*.schema.json']
  for (const file of globSync(folders, { cwd: corpus }))
    ajv.addSchema(JSON.parse(readFileSync(join(corpus, file), 'utf8')))
  return ajv.getSchema('https://readium.org/webpub-manifest/schema/publication.schema.json')!
}
