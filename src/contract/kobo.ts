import { Binary, routesUnder } from './route.ts'
import Type from './typebox.ts'

/** A Kobo looks for some services at the root of the site, whatever its address is. */
export const koboSiteRoots: readonly string[] = ['/api/v3', '/api/UserStorage', '/api/internal/notebooks']

const { get, post, put, patch, del } = routesUnder('/kobo/:token')
const site = routesUnder('/api')
const tag = 'Kobo'
const Any = Type.Unknown()
const body = Type.Optional(Type.Unknown())
const Token = { token: Type.String() }
const Params = Type.Object(Token)
const ByBook = Type.Object({ ...Token, id: Type.String({ maxLength: 100 }) })
const ByTag = Type.Object({ ...Token, tagId: Type.String({ maxLength: 100 }) })
const reading = 'BooksRead'
const writing = { anyOf: ['ProgressWrite', 'BooksWrite'] } as const

/**
 * The requests of a Kobo e-reader. Handlers validate the input: the device doesn't understand errors, and repeats a
 * failed request forever.
 */
export const kobo = {
  root: get('', { permission: reading, summary: 'Check the device address', tag, params: Params, response: Any }),
  initialization: get('/v1/initialization', {
    permission: reading,
    summary: 'Get the addresses the device uses',
    tag,
    params: Params,
    response: Any,
  }),
  sync: get('/v1/library/sync', {
    permission: reading,
    summary: 'List changes since the last sync',
    tag,
    params: Params,
    response: Any,
  }),
  metadata: get('/v1/library/:id/metadata', {
    permission: reading,
    summary: 'Get the metadata and download address of a book',
    tag,
    params: ByBook,
    response: Any,
  }),
  readState: get('/v1/library/:id/state', {
    permission: reading,
    summary: 'Get the reading state of a book',
    tag,
    params: ByBook,
    response: Any,
  }),
  writeState: put('/v1/library/:id/state', {
    permission: writing,
    summary: 'Save the reading state of a book',
    tag,
    params: ByBook,
    body,
    response: Any,
  }),
  removeBook: del('/v1/library/:id', {
    permission: writing,
    summary: 'Remove a book from this device',
    tag,
    params: ByBook,
    response: Any,
  }),
  download: get('/v1/books/:id/file/:format', {
    action: 'file_download',
    permission: reading,
    summary: 'Download a book',
    tag,
    params: Type.Object({ ...Token, id: Type.String(), format: Type.Enum(['kepub', 'epub', 'comic', 'pdf']) }),
    response: Binary('application/epub+zip', 'application/pdf'),
  }),
  cover: get('/v1/books/:imageId/thumbnail/:width/:height/*', {
    permission: reading,
    summary: 'Get the cover of a book',
    tag,
    params: Type.Object({
      ...Token,
      imageId: Type.String({ maxLength: 100 }),
      width: Type.Integer(),
      height: Type.Integer(),
      '*': Type.String(),
    }),
    also: [307],
    response: Binary('image/jpeg'),
  }),
  createTag: post('/v1/library/tags', {
    permission: writing,
    summary: 'Create a collection on the device',
    tag,
    params: Params,
    body,
    response: Any,
    status: 201,
  }),
  renameTag: put('/v1/library/tags/:tagId', {
    permission: writing,
    summary: 'Rename a collection',
    tag,
    params: ByTag,
    body,
    response: Any,
  }),
  deleteTag: del('/v1/library/tags/:tagId', {
    permission: writing,
    summary: 'Delete a collection',
    tag,
    params: ByTag,
    response: Any,
  }),
  addTagItems: post('/v1/library/tags/:tagId/items', {
    permission: writing,
    summary: 'Add books to a collection',
    tag,
    params: ByTag,
    body,
    response: Any,
    status: 201,
  }),
  // The spelling in the list of addresses the device receives; some firmware writes it in lower case.
  addTagItemsAsNamed: post('/v1/library/tags/:tagId/Items', {
    permission: writing,
    summary: 'Add books to a collection',
    tag,
    params: ByTag,
    body,
    response: Any,
    status: 201,
  }),
  removeTagItems: post('/v1/library/tags/:tagId/items/delete', {
    permission: writing,
    summary: 'Remove books from a collection',
    tag,
    params: ByTag,
    body,
    response: Any,
  }),
  authorize: get('/oauth/authorize', {
    permission: reading,
    summary: 'Sign the device in',
    tag,
    params: Params,
    query: Type.Object({
      redirect_uri: Type.Optional(Type.String({ maxLength: 500 })),
      state: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    also: [302],
    response: Any,
  }),
  rate: post('/v1/products/:id/rating/:stars', {
    permission: writing,
    summary: 'Rate a book from 1 to 5',
    tag,
    params: Type.Object({ ...Token, id: Type.String({ maxLength: 100 }), stars: Type.String({ maxLength: 20 }) }),
    body,
    response: Any,
  }),
  otherGet: get('/*', {
    permission: reading,
    summary: 'Answer any other device request',
    tag,
    params: Params,
    response: Any,
  }),
  otherPost: post('/*', {
    permission: reading,
    summary: 'Answer any other device request',
    tag,
    params: Params,
    body,
    response: Any,
  }),
  otherPut: put('/*', {
    permission: reading,
    summary: 'Answer any other device request',
    tag,
    params: Params,
    body,
    response: Any,
  }),
  otherPatch: patch('/*', {
    permission: reading,
    summary: 'Answer any other device request',
    tag,
    params: Params,
    body,
    response: Any,
  }),
  otherDelete: del('/*', {
    permission: reading,
    summary: 'Answer any other device request',
    tag,
    params: Params,
    response: Any,
  }),
} as const

/** The device drops the path of these addresses: they arrive at the root of the site, with an access token of ours. */
export const koboReadingServices = {
  checkForChanges: site.post('/v3/content/checkforchanges', {
    permission: 'public',
    summary: 'List the books with new annotations',
    tag,
    body,
    response: Any,
  }),
  readAnnotations: site.get('/v3/content/:id/annotations', {
    permission: 'public',
    summary: 'List the annotations of a book',
    tag,
    params: Type.Object({ id: Type.String() }),
    response: Any,
  }),
  writeAnnotations: site.patch('/v3/content/:id/annotations', {
    permission: 'public',
    summary: 'Save annotations of a book',
    tag,
    params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
    body,
  }),
  storageGet: site.get('/UserStorage/*', { permission: 'public', summary: 'List notebooks', tag, response: Any }),
  storagePut: site.put('/UserStorage/*', {
    permission: 'public',
    summary: 'Save notebooks',
    tag,
    body,
    response: Any,
  }),
  storageDelete: site.del('/UserStorage/*', { permission: 'public', summary: 'Delete notebooks', tag, response: Any }),
  storagePost: site.post('/UserStorage/*', {
    permission: 'public',
    summary: 'List notebooks',
    tag,
    body,
    response: Any,
  }),
  notebooks: site.get('/internal/notebooks', { permission: 'public', summary: 'List notebooks', tag, response: Any }),
  notebooksPost: site.post('/internal/notebooks', {
    permission: 'public',
    summary: 'List notebooks',
    tag,
    body,
    response: Any,
  }),
  notebooksPostBelow: site.post('/internal/notebooks/*', {
    permission: 'public',
    summary: 'List notebooks',
    tag,
    body,
    response: Any,
  }),
  notebooksBelow: site.get('/internal/notebooks/*', {
    permission: 'public',
    summary: 'List notebooks',
    tag,
    response: Any,
  }),
} as const
