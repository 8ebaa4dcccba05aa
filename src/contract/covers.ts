import type { Static, TSchema } from 'typebox'
import { Binary, ById, del, get, Multipart, Nullable, post, put, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

export const Cover = Type.Object(
  {
    id: Uuid,
    source: Type.String({
      description:
        'Where the cover comes from: custom (uploaded), page:<number>, book:<id>, url, or file:<name> for an image file next to the books.',
    }),
    mediaType: Type.String(),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    isSelected: Type.Boolean(),
    createdAt: Timestamp,
  },
  { title: 'Cover' },
)
export type Cover = Static<typeof Cover>

const ThumbnailQuery = Type.Object({
  size: Type.Enum(['small', 'large'], { default: 'small' }),
  width: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 960,
      description: 'Width in pixels, instead of a size. Rounded up to 160, 320, 480, 640 or 960.',
    }),
  ),
  v: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Any text, such as a version. Allows caches to keep the response indefinitely.',
    }),
  ),
})
const Picture = Binary('image/jpeg', 'image/webp', 'image/avif', 'image/svg+xml')
const OneCover = Type.Object({ id: Uuid, coverId: Uuid })
const Upload = Multipart({ file: Binary('image/*') })
const Covers = Type.Object({ covers: Type.Array(Cover) })

function coverRoutes<const Resource extends 'books' | 'series', Choice extends TSchema>(
  resource: Resource,
  read: 'BooksRead' | 'SeriesRead',
  write: 'BooksWrite' | 'SeriesWrite',
  choice: Choice,
) {
  const one = resource === 'books' ? 'a book' : 'a series'
  const tag = 'Covers'
  return {
    thumbnail: get(`/${resource}/:id/thumbnail`, {
      permission: read,
      summary: `Get the thumbnail of ${one}`,
      description:
        'Returns JPEG, or WebP or AVIF if the client accepts it. If there is no image, returns a generated placeholder.',
      tag,
      params: ById,
      query: ThumbnailQuery,
      response: Picture,
    }),
    list: get(`/${resource}/:id/covers`, {
      permission: read,
      summary: `List the covers of ${one}`,
      tag,
      params: ById,
      response: Covers,
    }),
    upload: post(`/${resource}/:id/cover`, {
      permission: write,
      summary: `Upload a cover and select it for ${one}`,
      also: [422],
      tag,
      params: ById,
      body: Upload,
      upload: true,
      response: Cover,
      status: 201,
    }),
    choose: post(`/${resource}/:id/covers`, {
      permission: write,
      summary: `Set the cover of ${one} from an existing image or an address`,
      also: [422],
      tag,
      params: ById,
      body: choice,
      response: Cover,
      status: 201,
    }),
    select: put(`/${resource}/:id/covers/:coverId/select`, {
      permission: write,
      summary: `Select a cover of ${one}`,
      tag,
      params: OneCover,
      response: Cover,
    }),
    reset: del(`/${resource}/:id/covers/selected`, {
      permission: write,
      summary: `Reset to the cover from the file and unlock it`,
      tag,
      params: ById,
    }),
    remove: del(`/${resource}/:id/covers/:coverId`, {
      permission: write,
      summary: `Delete a cover of ${one}`,
      tag,
      params: OneCover,
    }),
    image: get(`/${resource}/:id/covers/:coverId/image`, {
      permission: read,
      summary: `Get a cover of ${one} in full size`,
      tag,
      params: OneCover,
      response: Binary('image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'),
    }),
  } as const
}

const url = Type.String({ format: 'uri', maxLength: 4000 })

export const bookCovers = coverRoutes(
  'books',
  'BooksRead',
  'BooksWrite',
  Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })), url: Type.Optional(url) }),
)
export const seriesCovers = coverRoutes(
  'series',
  'SeriesRead',
  'SeriesWrite',
  Type.Object({ bookId: Type.Optional(Uuid), url: Type.Optional(url) }),
)
