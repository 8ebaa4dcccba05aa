import type { Queryable } from '../open.ts'
import type { ViewingRights } from '../visibility/visible-classes.ts'

/** The rights that decide what a user may see. */
export async function findViewingRights(db: Pick<Queryable, 'query'>, id: number): Promise<ViewingRights | undefined> {
  const row = await db.query
    .selectFrom('user')
    .select(['all_libraries', 'age_limit', 'allow_unrated', 'tags_override_age'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const libraries = row.all_libraries
    ? undefined
    : await db.query.selectFrom('user_library').select('library_id').where('user_id', '=', id).execute()
  const tags = await db.query
    .selectFrom('user_sharing_tag')
    .select(['sharing_tag_id', 'mode'])
    .where('user_id', '=', id)
    .execute()
  const tagIds = (mode: string) => tags.filter((tag) => tag.mode === mode).map((tag) => tag.sharing_tag_id)
  return {
    libraryIds: libraries?.map((library) => library.library_id),
    allowTagIds: tagIds('allow'),
    denyTagIds: tagIds('deny'),
    ageLimit: row.age_limit,
    allowUnrated: row.allow_unrated === 1,
    tagsOverrideAge: row.tags_override_age === 1,
  }
}
