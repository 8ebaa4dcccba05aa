import { editRelation } from '../../catalog/metadata/edit-relation.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import { relations } from '../../contract/relations.ts'
import type { Tx } from '../../store/open.ts'
import { listRelations, removeRelation, setRelation } from '../../store/relation/relations.ts'
import { findSimilarSeries } from '../../store/relation/similar-series.ts'
import { readSeries } from '../../store/series/read.ts'
import type { SeriesView } from '../../store/series/view.ts'
import type { Viewer } from '../../store/viewer.ts'
import { presentAuthorRole } from '../present/book-metadata.ts'
import { withCoverColor } from '../present/cover-color.ts'
import { presentSeries } from '../present/series.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { answerOrNotModified } from './answer-or-not-modified.ts'
import { type CurationContext, readSeriesTarget } from './curation-context.ts'

/** Relations between series: from users and files, and derived from what they share. */
export function mountRelations(api: OpenSurface, curation: CurationContext): void {
  const { db } = curation

  serve(api, relations.list, (input) =>
    answerOrNotModified(db, input, async () => {
      const { id } = await readSeriesTarget(db, input.viewer, input.params.id)
      const found = await listRelations(db, input.viewer, id)
      return withSeries(input.viewer, found, (one, series) => ({ kind: one.kind, source: one.source, series }))
    }),
  )
  serve(api, relations.similar, (input) =>
    answerOrNotModified(db, input, async () => {
      const { id } = await readSeriesTarget(db, input.viewer, input.params.id)
      const found = (await findSimilarSeries(db, input.viewer, id)).slice(0, input.query.limit)
      return withSeries(input.viewer, found, ({ reasons }, series) => ({
        series,
        reasons: reasons.map((reason) => ({ ...reason, role: reason.role && presentAuthorRole(reason.role) })),
      }))
    }),
  )
  serve(api, relations.set, async ({ params, body, viewer }) => {
    await edit(viewer, params, (tx, one, other) => setRelation(tx, one, other, body.kind, 'person'))
  })
  serve(api, relations.remove, async ({ params, viewer }) => {
    let wasThere = false
    await edit(viewer, params, async (tx, one, other) => {
      wasThere = await removeRelation(tx, one, other)
      return wasThere
    })
    if (!wasThere) throw problem('not_found', 'These two series are not related.')
  })

  async function edit(
    viewer: Viewer,
    { id, otherId }: { id: string; otherId: string },
    change: (tx: Tx, seriesId: number, otherId: number) => Promise<boolean>,
  ): Promise<void> {
    const [one, other] = [await readSeriesTarget(db, viewer, id), await readSeriesTarget(db, viewer, otherId)]
    if (one.id === other.id) throw validationProblem([{ path: 'otherId', message: 'must be another series' }])
    await editRelation(curation, one, other, (tx) => change(tx, one.id, other.id))
  }

  async function withSeries<Found extends { seriesId: number }, Shown>(
    viewer: Viewer,
    found: readonly Found[],
    show: (one: Found, series: ReturnType<typeof present>) => Shown,
  ): Promise<Shown[]> {
    const views = await readSeries(
      db,
      viewer,
      found.map((one) => one.seriesId),
    )
    const byId = new Map(views.map((view) => [view.id, view]))
    return found.flatMap((one) => {
      const view = byId.get(one.seriesId)
      return view ? [show(one, present(view))] : []
    })
  }
}

const present = (view: SeriesView) => withCoverColor(presentSeries(view), view.cover.color, { covers: true })
