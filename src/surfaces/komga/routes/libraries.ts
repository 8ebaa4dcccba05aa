import { libraries } from '../../../contract/komga/libraries.ts'
import { listLibraries } from '../../../store/library/read.ts'
import { serve } from '../../serve.ts'
import { komgaAnswerOrNotModified } from '../komga-answer-or-not-modified.ts'
import type { KomgaContext } from '../komga-context.ts'
import { presentKomgaLibrary } from '../present/library.ts'
import { readLibrary } from '../read-by-komga-id.ts'

export function mountLibraries({ surface, context: { db } }: KomgaContext): void {
  serve(surface, libraries.list, (input) =>
    komgaAnswerOrNotModified(db, input, async () => {
      const found = (await listLibraries(db, input.viewer)).map((library) => presentKomgaLibrary(library, input.viewer))
      return found.sort((a, b) => byName(a.name.toLowerCase(), b.name.toLowerCase()))
    }),
  )
  serve(surface, libraries.read, async ({ params, viewer }) =>
    presentKomgaLibrary(await readLibrary(db, viewer, params.id), viewer),
  )
}

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
