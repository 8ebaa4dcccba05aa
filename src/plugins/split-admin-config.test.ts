import { expect, it } from 'vitest'
import { splitAdminConfig } from './split-admin-config.ts'

it('separates the server’s own settings from those sent to the plugin', () => {
  expect(splitAdminConfig({ baseUrl: 'x', _codex: { sendTags: false, sendMetadata: 'no' } })).toEqual({
    plugin: { baseUrl: 'x' },
    sends: { genres: true, tags: false, metadata: true },
  })
  expect(splitAdminConfig({ _codex: 7 }).sends).toEqual({ genres: true, tags: true, metadata: true })
})
