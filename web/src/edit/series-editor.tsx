import type { FullSeries } from '../api/types.ts'
import { CoverChooser } from './cover-chooser.tsx'
import { MetadataEditor } from './metadata-editor.tsx'
import { seriesFields } from './metadata-fields.ts'

export default function SeriesEditor({ series, close }: { series: FullSeries; close: () => void }) {
  const names = (all: { name: string }[]) => all.map((each) => each.name)
  return (
    <MetadataEditor
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
