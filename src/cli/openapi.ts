import { allRoutes } from '../contract/index.ts'
import { buildOpenApiDocument } from '../contract/openapi.ts'
import { apiVersion } from '../contract/system.ts'
import type { Command } from './command.ts'

export const openapiCommand: Command = {
  usage: '',
  about: 'Print the OpenAPI document.',
  async run() {
    console.log(JSON.stringify(buildOpenApiDocument(allRoutes, { version: apiVersion }), null, 2))
    return 0
  },
}
