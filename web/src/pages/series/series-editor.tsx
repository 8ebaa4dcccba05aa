import type { FullSeries } from '../../api/shapes.ts'
import { CoverChooser } from '../../edit/cover-chooser.tsx'
import { Editor } from '../../edit/editor.tsx'
import { seriesFields } from '../../edit/fields.ts'

export default function SeriesEditor({ series, close }: { series: FullSeries; close: () => void }) {
  const names = (all: { name: string }[]) => all.map((each) => each.name)
  return (
    <Editor
      kind="series"
      id={series.id}
      fields={seriesFields}
      values={{
        ...series.metadata,
        genres: names(series.genres),
        tags: names(series.tags),
        alternateTitles: series.alternateTitles,
        externalLinks: series.externalLinks,
      }}
      locks={series.metadata.locks}
      cover={<CoverChooser kind="series" id={series.id} />}
      close={close}
    />
  )
}
