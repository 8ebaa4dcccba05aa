import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { type SharingTag, sharingTags } from '../../contract/sharing-tags.ts'
import type { Tx } from '../../store/open.ts'
import { bumpRevisions } from '../../store/revision.ts'
import {
  deleteSharingTag,
  findSharingTag,
  findSharingTagIdByName,
  insertSharingTag,
  listSharingTags,
  type SharingTagView,
  updateSharingTag,
} from '../../store/sharing-tag/sharing-tag.ts'
import { type Uid, uuidToBytes } from '../../store/uid.ts'
import type { AppContext } from '../app-context.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountSharingTags(api: OpenSurface, { db }: AppContext): void {
  serve(api, sharingTags.list, async ({ query, request, href }) => {
    const { data, total } = await listSharingTags(db, limitAndOffsetOf(query))
    return presentListPage({ request, href }, query, { data: data.map(present), total })
  })

  serve(api, sharingTags.create, async ({ body }) => {
    const name = body.name.trim()
    const uid = await db.transaction(async (tx) => {
      await requireFreeName(tx, name)
      return insertSharingTag(tx, { name, description: body.description ?? null }, Date.now())
    })
    return present(await read(uid))
  })

  serve(api, sharingTags.read, async ({ params }) => present(await read(uuidToBytes(params.id))))

  serve(api, sharingTags.change, async ({ params, body }) => {
    const uid = uuidToBytes(params.id)
    const tag = await read(uid)
    const change = { name: body.name?.trim(), description: body.description }
    await db.transaction(async (tx) => {
      if (change.name !== undefined) await requireFreeName(tx, change.name, tag.id)
      await updateSharingTag(tx, tag.id, change, Date.now())
      // Some apps receive the names of the tags with each series.
      await bumpRevisions(tx, 'catalog')
    })
    return present(await read(uid))
  })

  serve(api, sharingTags.remove, async ({ params, viewer, request }) => {
    const tag = await read(uuidToBytes(params.id))
    request.audited = { targetType: 'sharing tag', targetName: tag.name }
    // The tag may hide a series from this user or another, which they can't see.
    if (tag.userCount > 0 && !viewer.sees.everything) {
      throw problem(
        'permission_denied',
        'This tag limits what users can see. Only someone who can see everything can delete it.',
      )
    }
    await db.transaction(async (tx) => {
      await deleteSharingTag(tx, tag.id)
      await bumpRevisions(tx, 'access', 'catalog')
    })
  })

  async function read(uid: Uid): Promise<SharingTagView> {
    const tag = await findSharingTag(db, uid)
    if (!tag) throw problem('not_found', 'There is no such sharing tag.')
    return tag
  }
}

async function requireFreeName(tx: Tx, name: string, exceptId?: number): Promise<void> {
  const other = await findSharingTagIdByName(tx, name)
  if (other !== undefined && other !== exceptId)
    throw problem('conflict', 'A sharing tag with this name already exists.')
}

function present(tag: SharingTagView): SharingTag {
  return {
    id: tag.uid,
    name: tag.name,
    description: tag.description,
    seriesCount: tag.seriesCount,
    userCount: tag.userCount,
    createdAt: formatTimestamp(tag.createdAt),
    updatedAt: formatTimestamp(tag.updatedAt),
  }
}
