import type { Static } from 'typebox'
import { Binary, Multipart } from '../route.ts'
import Type from '../typebox.ts'
import { ByKomgaId, flag, KomgaId, natural, text, v1 } from './shared-schemas.ts'

const thumbnail = {
  id: KomgaId,
  type: Type.Enum(['GENERATED', 'SIDECAR', 'USER_UPLOADED']),
  selected: flag,
  mediaType: text,
  fileSize: natural,
  width: natural,
  height: natural,
}
export const ThumbnailBookDto = Type.Object({ ...thumbnail, bookId: KomgaId })
export const ThumbnailSeriesDto = Type.Object({ ...thumbnail, seriesId: KomgaId })
export const ThumbnailCollectionDto = Type.Object({ ...thumbnail, collectionId: KomgaId })
export const ThumbnailReadListDto = Type.Object({ ...thumbnail, readListId: KomgaId })
export type ThumbnailDto = Omit<Static<typeof ThumbnailBookDto>, 'bookId'>

const ByThumbnail = Type.Object({ id: text, thumbnailId: text })
const upload = { body: Multipart({ file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) }), upload: true }

function thumbnailRoutes<
  const Resource extends 'books' | 'series' | 'collections' | 'readlists',
  Dto extends
    | typeof ThumbnailBookDto
    | typeof ThumbnailSeriesDto
    | typeof ThumbnailCollectionDto
    | typeof ThumbnailReadListDto,
>(resource: Resource, dto: Dto) {
  const isSeries = resource === 'series' || resource === 'collections'
  const read = isSeries ? 'SeriesRead' : 'BooksRead'
  const write = isSeries ? 'SeriesWrite' : 'BooksWrite'
  return {
    list: v1.get(`/${resource}/:id/thumbnails`, {
      permission: read,
      summary: 'List covers',
      params: ByKomgaId,
      response: Type.Array(dto),
    }),
    add: v1.post(`/${resource}/:id/thumbnails`, {
      permission: write,
      summary: 'Upload a cover',
      params: ByKomgaId,
      ...upload,
      response: dto,
      status: 200,
    }),
    image: v1.get(`/${resource}/:id/thumbnails/:thumbnailId`, {
      permission: read,
      summary: 'Get a cover',
      params: ByThumbnail,
      response: Binary('image/jpeg'),
    }),
    select: v1.put(`/${resource}/:id/thumbnails/:thumbnailId/selected`, {
      permission: write,
      summary: 'Select a cover',
      params: ByThumbnail,
      status: 202,
    }),
    remove: v1.del(`/${resource}/:id/thumbnails/:thumbnailId`, {
      permission: write,
      summary: 'Delete an uploaded cover',
      params: ByThumbnail,
      status: 202,
    }),
  } as const
}

export const bookThumbnails = thumbnailRoutes('books', ThumbnailBookDto)
export const seriesThumbnails = thumbnailRoutes('series', ThumbnailSeriesDto)
export const collectionThumbnails = thumbnailRoutes('collections', ThumbnailCollectionDto)
export const readListThumbnails = thumbnailRoutes('readlists', ThumbnailReadListDto)
