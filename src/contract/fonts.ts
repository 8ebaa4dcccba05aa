import type { Static } from 'typebox'
import { Binary, ById, del, get, Multipart, post, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

export const Font = Type.Object(
  {
    id: Uuid,
    family: Type.String({ examples: ['Atkinson Hyperlegible'] }),
    format: Type.Enum(['ttf', 'otf', 'woff2']),
    weight: Type.Integer({ minimum: 1, maximum: 1000 }),
    isItalic: Type.Boolean(),
    isVariable: Type.Boolean({ description: 'Whether the file covers a range of weights.' }),
    minWeight: Type.Integer({ minimum: 1, maximum: 1000, description: 'The lightest weight in the file.' }),
    maxWeight: Type.Integer({ minimum: 1, maximum: 1000, description: 'The heaviest weight in the file.' }),
    scope: Type.Enum(['user', 'server'], { description: 'Whether it is only yours or available to everyone.' }),
    size: Type.Integer({ minimum: 0, description: 'In bytes.' }),
    createdAt: Timestamp,
  },
  { title: 'Font' },
)
export type Font = Static<typeof Font>

const tag = 'Fonts'
const Upload = Multipart({ file: Binary('font/ttf', 'font/otf', 'font/woff2') })
const checked = 'TTF, OTF or WOFF2. The file is checked, and the family name is read from it.'

export const fonts = {
  list: get('/fonts', {
    permission: 'authenticated',
    summary: 'List your fonts and those of the server',
    tag,
    response: Type.Object({ fonts: Type.Array(Font) }),
  }),
  upload: post('/fonts', {
    permission: 'authenticated',
    summary: 'Upload a font for yourself',
    description: checked,
    tag,
    upload: true,
    also: [422],
    body: Upload,
    response: Font,
    status: 201,
  }),
  file: get('/fonts/:id/file', {
    permission: 'authenticated',
    summary: 'Download a font',
    tag,
    params: ById,
    response: Binary('font/ttf', 'font/otf', 'font/woff2'),
  }),
  remove: del('/fonts/:id', {
    permission: 'authenticated',
    summary: 'Delete one of your fonts',
    tag,
    params: ById,
  }),
  uploadForServer: post('/server/fonts', {
    permission: 'SystemAdmin',
    summary: 'Upload a font for everyone',
    description: checked,
    tag,
    upload: true,
    also: [422],
    body: Upload,
    response: Font,
    status: 201,
  }),
  removeFromServer: del('/server/fonts/:id', {
    permission: 'SystemAdmin',
    summary: 'Delete one of the server’s fonts',
    tag,
    params: ById,
  }),
} as const
