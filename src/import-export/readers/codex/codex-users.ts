import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import { foreignFlagOf, foreignIdOf, foreignTextOf, foreignTimeOf } from '../../foreign-values.ts'
import { type ImportRecord, skippedRecord, type UserRecord } from '../../records.ts'
import { codexPermissionsOf } from '../api-key-permissions.ts'
import { groupRows } from '../foreign-rows.ts'

export function* codexUsers(db: ForeignDatabase): Generator<ImportRecord> {
  const tagNames = new Map(
    [...db.rows('sharing_tags', ['id', 'name'])].map((row) => [foreignIdOf(row.id), foreignTextOf(row.name)]),
  )
  const ofUser = groupRows(db.rows('user_sharing_tags', ['user_id', 'sharing_tag_id', 'access_mode']), (row) =>
    foreignIdOf(row.user_id),
  )
  const groups = groupRows(db.rows('user_access_groups', ['user_id', 'access_group_id']), (row) =>
    foreignIdOf(row.user_id),
  )
  const ofGroup = groupRows(
    db.rows('access_group_sharing_tags', ['access_group_id', 'sharing_tag_id', 'access_mode']),
    (row) => foreignIdOf(row.access_group_id),
  )
  const identities = groupRows(db.rows('oidc_connections', ['user_id', 'provider_name', 'subject']), (row) =>
    foreignIdOf(row.user_id),
  )
  for (const row of db.rows('users', [
    'id',
    'username',
    'email',
    'password_hash',
    'role',
    'is_active',
    'permissions',
    'created_at',
  ])) {
    const [id, username] = [foreignIdOf(row.id), foreignTextOf(row.username)]
    if (id === null || username === null) {
      yield skippedRecord('user', id ?? '', 'no_name')
      continue
    }
    const tags = [
      ...(groups.get(id) ?? []).flatMap((group) => ofGroup.get(foreignIdOf(group.access_group_id) ?? '') ?? []),
      ...(ofUser.get(id) ?? []),
    ]
    const role = foreignTextOf(row.role)
    const extra = codexPermissionsOf(row.permissions)
    const hash = foreignTextOf(row.password_hash)
    yield {
      type: 'user',
      id,
      username,
      email: foreignTextOf(row.email),
      role: role === 'admin' || role === 'maintainer' ? role : 'reader',
      passwordHash: hash?.startsWith('$argon2') ? `argon2:${hash}` : null,
      isActive: row.is_active === null || foreignFlagOf(row.is_active),
      allLibraries: true,
      libraryIds: [],
      ageLimit: null,
      allowUnrated: true,
      labels: tags.map((tag) => ({
        name: tagNames.get(foreignIdOf(tag.sharing_tag_id)) ?? '',
        mode: foreignTextOf(tag.access_mode) === 'deny' ? 'deny' : 'allow',
      })),
      permissions: extra.known,
      identities: (identities.get(id) ?? []).flatMap((one) => {
        const [provider, subject] = [foreignTextOf(one.provider_name, 200), foreignTextOf(one.subject, 200)]
        return provider && subject ? [{ provider, subject }] : []
      }),
      createdAt: foreignTimeOf(row.created_at),
    } satisfies UserRecord
    for (const name of extra.unknown) yield skippedRecord('restriction', `${username}: ${name}`, 'limit')
  }
}
