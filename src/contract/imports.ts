import type { Static } from 'typebox'
import { Library } from './libraries.ts'
import { Reason } from './reasons.ts'
import { Binary, ById, del, get, Multipart, Nullable, patch, post, Timestamp, Uuid } from './route.ts'
import { Task } from './tasks.ts'
import Type from './typebox.ts'

const kinds = ['komga', 'kavita', 'codex', 'calibre', 'calibre-web', 'stump', 'lectern'] as const
const Kind = Type.Enum([...kinds], { title: 'ImportKind' })
const count = Type.Integer({ minimum: 0 })

const ImportSummary = Type.Object(
  {
    records: count,
    counts: Type.Record(Type.String(), count, { description: 'The number of records of each kind.' }),
    libraries: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        path: Type.String(),
        books: count,
        settings: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            description: 'The initial settings of a library created from it.',
          }),
        ),
      }),
    ),
    people: Type.Array(
      Type.Object({
        id: Type.String(),
        username: Type.String(),
        email: Nullable(Type.String()),
        role: Type.String(),
        hasPassword: Type.Boolean(),
        rows: count,
      }),
    ),
    proposals: Type.Array(Type.Object({ theirs: Type.String(), ours: Type.String(), found: count, tried: count }), {
      description: 'Folders of the other server, with the folders on this one that contain the same files.',
    }),
  },
  { title: 'ImportSummary' },
)

const folders = Type.Record(Type.String(), Type.String({ maxLength: 4096 }), {
  description: 'Maps folders of the other server to folders on this one.',
  examples: [{ '/data/comics': '/srv/comics' }],
})
const people = Type.Union([Type.Enum(['all', 'none']), Type.Record(Type.String(), Type.String({ maxLength: 64 }))], {
  description:
    '`all`, `none`, or a map from their usernames to usernames here. An empty username creates a new account. Users not listed are skipped.',
})

const takes = {
  takesKeys: Type.Boolean({ description: 'Whether old API keys keep working.' }),
  takesMetadata: Type.Boolean({ description: 'Whether edited metadata is imported.' }),
  takesCovers: Type.Boolean({ description: 'Whether custom covers are imported.' }),
}
const ImportOptions = Type.Object({ folders, people, ...takes }, { title: 'ImportOptions' })

const ImportReport = Type.Object(
  {
    kind: Kind,
    version: Type.String(),
    isDryRun: Type.Boolean(),
    isCancelled: Type.Boolean(),
    startedAt: Timestamp,
    endedAt: Timestamp,
    counts: Type.Record(
      Type.String(),
      Type.Object({ rows: count, imported: count, updated: count, unchanged: count, left: count, failed: count }),
    ),
    matchedBy: Type.Record(Type.String(), count, { description: 'Number of books matched by each rule.' }),
    reasons: Type.Array(
      Type.Object({
        type: Type.String(),
        reason: Type.String(),
        count,
        detail: Type.Optional(Type.String({ description: 'Why they have no equivalent, in English.' })),
        detailReason: Type.Optional(Reason),
      }),
    ),
    items: Type.Array(
      Type.Object({
        type: Type.String(),
        name: Type.String(),
        nameReason: Type.Optional(Reason),
        reason: Type.String(),
        detail: Type.Optional(Type.String({ description: 'Further details, in English.' })),
        detailReason: Type.Optional(Reason),
      }),
      { description: 'The first records that were not imported; the downloadable report lists all of them.' },
    ),
    itemsLeftOut: count,
    errors: Type.Array(Type.String()),
  },
  { title: 'ImportReport' },
)

export const Import = Type.Object(
  {
    id: Uuid,
    name: Type.String({ description: 'The path on the server, or the name of the uploaded file.' }),
    kind: Nullable(Kind),
    version: Nullable(Type.String()),
    status: Type.Enum(['reading', 'ready', 'failed']),
    error: Nullable(Type.String()),
    errorReason: Type.Optional(Reason),
    summary: Nullable(ImportSummary),
    options: ImportOptions,
    report: Nullable(ImportReport),
    task: Nullable(Task),
    lastRunAt: Nullable(Timestamp),
    isUndoable: Type.Boolean({ description: 'Whether it is the last import, which can be undone.' }),
    createdAt: Timestamp,
  },
  { title: 'Import' },
)
export type Import = Static<typeof Import>

const admin = { permission: 'SystemAdmin', tag: 'Imports' } as const

/** Importing from other servers, in steps: read, map, try, run. */
export const imports = {
  list: get('/admin/imports', { ...admin, summary: 'List imports, newest first', response: Type.Array(Import) }),
  create: post('/admin/imports', {
    ...admin,
    summary: 'Add an import from a file or folder on the server',
    description:
      'A background task reads it. Its folders are then mapped to the folders here that contain the same files.',
    body: Type.Object({
      path: Type.String({ minLength: 1, maxLength: 4096, examples: ['/srv/komga/config/database.sqlite'] }),
      kind: Type.Optional(Kind),
    }),
    response: Import,
    status: 201,
    audit: 'import_added',
  }),
  upload: post('/admin/imports/upload', {
    ...admin,
    summary: 'Upload a database or zip file to import',
    body: Multipart({ file: Binary('application/octet-stream'), kind: Type.Optional(Kind) }),
    upload: true,
    response: Import,
    status: 201,
    audit: 'import_added',
  }),
  read: get('/admin/imports/:id', { ...admin, summary: 'Get an import', params: ById, response: Import }),
  change: patch('/admin/imports/:id', {
    ...admin,
    summary: 'Change what an import includes and where it goes',
    description:
      'Maps the folders of other libraries, too, if they are beside a folder that was just mapped, here as on the other server.',
    params: ById,
    body: Type.Object({
      folders: Type.Optional(folders),
      people: Type.Optional(people),
      takesKeys: Type.Optional(takes.takesKeys),
      takesMetadata: Type.Optional(takes.takesMetadata),
      takesCovers: Type.Optional(takes.takesCovers),
    }),
    response: Import,
  }),
  createLibrary: post('/admin/imports/:id/libraries', {
    ...admin,
    summary: 'Add a library for one of the other server’s libraries',
    description:
      'The library gets the same settings as on the other server, its folder is mapped, and a scan starts. Data waiting for this library is imported after the scan.',
    params: ById,
    body: Type.Object({
      libraryId: Type.String({ minLength: 1, maxLength: 500, description: 'An id from `summary.libraries`.' }),
      theirs: Type.Optional(
        Type.String({
          maxLength: 4096,
          description: 'Which of its folders to use, if it has several. Defaults to the first.',
        }),
      ),
      path: Type.String({ minLength: 1, maxLength: 4096, description: 'The folder on this server.' }),
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })),
    }),
    response: Library,
    status: 201,
    also: [409],
    audit: 'library_created',
  }),
  run: post('/admin/imports/:id/run', {
    ...admin,
    summary: 'Run an import, or try it without changing anything',
    description: 'A backup is made first. Running the import again adds only what is newer.',
    params: ById,
    body: Type.Object({ dryRun: Type.Boolean({ default: false }) }),
    response: Task,
    status: 202,
    audit: 'import_started',
  }),
  report: get('/admin/imports/:id/report', {
    ...admin,
    summary: 'Download the whole report of the last run',
    params: ById,
    response: Binary('application/json'),
  }),
  remove: del('/admin/imports/:id', {
    ...admin,
    summary: 'Delete an import but keep what it added',
    params: ById,
    also: [409],
  }),
  undo: post('/admin/imports/undo', {
    ...admin,
    summary: 'Undo the last import',
    description: 'Restores everything to its state before the import. Changes made since then are lost.',
    response: Type.Object({ name: Type.String(), rows: count }),
    also: [409],
    audit: 'import_undone',
  }),
} as const
