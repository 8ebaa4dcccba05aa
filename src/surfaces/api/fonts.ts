import { removeFont, saveFont } from '../../catalog/fonts/manage-fonts.ts'
import { type Font, fonts } from '../../contract/fonts.ts'
import { problem } from '../../contract/problems.ts'
import { type FontRow, findFont, listFonts } from '../../store/font/fonts.ts'
import { bytesToUuid, uuidToBytes } from '../../store/uid.ts'
import type { AppContext } from '../app-context.ts'
import { readUpload } from '../deliver/upload.ts'
import { etagMatches, notModified } from '../edge/etag.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountFonts(api: OpenSurface, context: AppContext): void {
  const { db } = context

  serve(api, fonts.list, async ({ viewer }) => ({ fonts: (await listFonts(db, viewer.userId)).map(present) }))

  serve(api, fonts.upload, async ({ viewer, request }) =>
    present(await saveFont(context, viewer.userId, await readUpload(request))),
  )
  serve(api, fonts.uploadForServer, async ({ request }) =>
    present(await saveFont(context, null, await readUpload(request))),
  )

  serve(api, fonts.file, async ({ params, viewer, request, reply }) => {
    const font = await findFont(db, viewer.userId, uuidToBytes(params.id))
    if (!font) throw noSuchFont()
    const etag = `"${font.hash.slice(0, 32)}"`
    // The file of a font never changes, but access to it does.
    reply.header('etag', etag).header('cache-control', 'private, max-age=86400')
    if (etagMatches(request.headers['if-none-match'], etag)) return notModified
    const bytes = await context.images.pictures.find(font.hash)
    if (!bytes) throw problem('not_found', 'The file of this font no longer exists.')
    // The type is detected from the bytes, never taken from the upload.
    reply.header('content-type', `font/${font.format}`)
    return bytes
  })

  serve(api, fonts.remove, ({ params, viewer }) => removeFont(context, viewer.userId, uuidToBytes(params.id)))
  serve(api, fonts.removeFromServer, ({ params }) => removeFont(context, null, uuidToBytes(params.id)))
}

const noSuchFont = () => problem('not_found', 'There is no such font.')

function present(row: FontRow): Font {
  return {
    id: bytesToUuid(row.uid),
    family: row.family,
    format: row.format as Font['format'],
    weight: row.weight,
    isItalic: row.is_italic === 1,
    isVariable: row.is_variable === 1,
    minWeight: row.min_weight,
    maxWeight: row.max_weight,
    scope: row.user_id === null ? 'server' : 'user',
    size: row.size,
    createdAt: formatTimestamp(row.created_at),
  }
}
