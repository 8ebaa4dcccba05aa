import { Binary, get } from './route.ts'
import Type from './typebox.ts'

export const ownDataExport = {
  own: get('/user/export', {
    permission: { anyOf: ['ProgressRead', 'BooksRead'] },
    summary: 'Export your progress, ratings, bookmarks, lists, filters and preferences',
    tag: 'Progress',
    query: Type.Object({ format: Type.Enum(['json', 'csv'], { default: 'json' }) }),
    response: Binary('application/json', 'text/csv'),
  }),
} as const
