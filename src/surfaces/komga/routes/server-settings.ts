import type { SharedSettings } from '../../../catalog/settings/sync-settings-between-processes.ts'
import { server } from '../../../contract/komga/server.ts'
import { problem } from '../../../contract/problems.ts'
import { writeSetting } from '../../../store/setting/setting.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { readKomgaOnlySettings, saveKomgaOnlySettings, thumbnailPixels, thumbnailSizeOf } from '../komga-settings.ts'

const THUMBNAILS = 'images.thumbnail_size'

/** Komga's server settings: ours where they exist, the rest as stored. */
export function mountServerSettings({ surface, context }: KomgaContext, settings: SharedSettings): void {
  const { db, config } = context

  serve(surface, server.settings, async ({ request }) => {
    const { kepubifyPath, ...settings } = await readKomgaOnlySettings(db)
    const { port } = config.server
    const path = `${request.server.edge.basePath.of(request)}/${config.compat_api.prefix}`
    return {
      ...settings,
      thumbnailSize: thumbnailSizeOf(config.images.thumbnail_size),
      taskPoolSize: Math.max(1, config.tasks.workers),
      serverPort: { configurationSource: port, databaseSource: null, effectiveValue: port },
      serverContextPath: { configurationSource: null, databaseSource: null, effectiveValue: path },
      kepubifyPath: { configurationSource: null, databaseSource: kepubifyPath, effectiveValue: null },
    }
  })

  serve(surface, server.changeSettings, async ({ body, viewer, request }) => {
    request.audited = { targetType: 'setting', targetName: Object.keys(body).join(', ') }
    if (body.renewRememberMeKey) {
      throw problem('validation_failed', 'Sessions can only be ended by the users they belong to.')
    }
    const by = { userId: viewer.userId, now: Date.now() }
    const { thumbnailSize } = body
    const isOther = thumbnailSize && thumbnailSize !== thumbnailSizeOf(config.images.thumbnail_size)
    const before = await readKomgaOnlySettings(db)
    await db.transaction(async (tx) => {
      await saveKomgaOnlySettings(tx, before, body, by)
      if (isOther) await writeSetting(tx, THUMBNAILS, thumbnailPixels(thumbnailSize), by)
    })
    if (isOther) await settings.announce(THUMBNAILS)
  })
}
