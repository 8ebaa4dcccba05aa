import { dirname, join } from 'node:path'
import { readSeriesJsonInFolder, readSmallFile } from '../../analyse/read-sidecar-files.ts'
import { formatReaderLimitsOf } from '../../config/format-reader-limits.ts'
import type { Config } from '../../config/settings.ts'
import type { MetadataSource, Publication, PublicationMetadata } from '../../formats/publication.ts'
import type { SeriesJson } from '../../formats/sidecar/series-json.ts'
import { readSidecar } from '../../formats/sidecar/sidecar.ts'
import { withFileInLibrary } from '../../images/open-file-in-library.ts'
import type { Queryable } from '../../store/open.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { findSeriesOrBookPaths } from '../../store/plugin/series-or-book-paths.ts'
import type { MetadataTarget } from '../metadata/metadata-target.ts'
import type { ProviderRecord } from '../metadata/preview-record.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import {
  type ProviderBookRecord,
  type ProviderSearchResult,
  parseProviderBookRecord,
  parseProviderSeriesRecord,
} from '../protocol/records.ts'

/** What metadata files say, as a provider like any other: compared, applied and undone in the same way. */
export const metadataFilesProvider: PluginView = {
  id: 0,
  uid: '00000000-0000-7000-8000-00000000f11e',
  name: 'files',
  displayName: 'From the files',
  description:
    'ComicInfo, MetronInfo, OPF and other metadata in the files, and series.json and metadata.opf beside them.',
  pluginType: 'system',
  origin: { kind: 'built-in' },
  command: '',
  args: [],
  packageDir: null,
  permissions: ['metadata:read', 'metadata:write:*'],
  scopes: ['series:detail', 'book:detail'],
  libraryUids: [],
  secrets: null,
  credentialDelivery: 'init_message',
  config: {},
  settings: {},
  manifest: {
    name: 'files',
    displayName: 'From the files',
    version: '1.0.0',
    protocolVersion: '1.0',
    capabilities: { metadataProvider: ['series', 'book'] },
  },
  isEnabled: true,
  reviewedAt: 0,
  rateLimit: null,
  timeoutSeconds: null,
  logLevel: null,
  health: 'healthy',
  failureCount: 0,
  healthReason: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  owner: null,
  ownerUntil: 0,
  generation: 0,
  createdAt: 0,
  updatedAt: 0,
}

export const isMetadataFilesProvider = (plugin: Pick<PluginView, 'id'>): boolean =>
  plugin.id === metadataFilesProvider.id

export interface MetadataFilesDeps {
  db: Queryable
  config: Config
  images: { look(path: string): Promise<Publication> }
}

/** One for each metadata file that says something. */
export async function searchMetadataFiles(
  deps: MetadataFilesDeps,
  target: MetadataTarget,
): Promise<ProviderSearchResult[]> {
  const found = await readFiles(deps, target)
  return found.map(({ name, record }) => ({
    externalId: name,
    title: record.title!,
    alternateTitles: [],
    ...(record.year !== undefined && { year: record.year }),
    ...(record.coverUrl !== undefined && { coverUrl: record.coverUrl }),
    preview: {
      genres: record.genres,
      authors: record.authors.map((one) => one.name),
      format: name,
      ...(record.summary !== undefined && { description: record.summary }),
    },
  }))
}

export async function getRecordFromFile(
  deps: MetadataFilesDeps,
  target: MetadataTarget,
  name: string,
): Promise<ProviderRecord> {
  const found = (await readFiles(deps, target)).find((one) => one.name === name)
  if (!found) throw new PluginError(rpcCodes.notFound, `This ${name} no longer exists.`)
  return found.record
}

interface FileRecord {
  /** Of the document: ComicInfo.xml, series.json, … */
  name: string
  record: ProviderRecord
}

async function readFiles(deps: MetadataFilesDeps, target: MetadataTarget): Promise<FileRecord[]> {
  const limits = formatReaderLimitsOf(deps.config)
  const files = await findSeriesOrBookPaths(deps.db, target.entity, target.of.id)
  if (!files) return []
  const { root, seriesPath, bookPath } = files
  const records: FileRecord[] = []
  const add = (name: string, value: object) => {
    const record = target.entity === 'series' ? parseProviderSeriesRecord(value) : parseProviderBookRecord(value)
    if (record) records.push({ name, record: { ...record, externalId: name } })
  }
  const series = target.entity === 'series' ? await readSeriesJsonInFolder(root, seriesPath, limits) : undefined
  if (series) add('series.json', ofSeriesJson(series))
  if (bookPath === undefined) return records
  const file = { path: join(root, bookPath), root }
  const of = target.entity === 'series' ? ofSeriesIn : ofBook
  const opf = await readSmallFile({ path: join(dirname(file.path), 'metadata.opf'), root }, limits)
  const beside = opf && sidecarOr(() => readSidecar('opf', opf, limits))
  if (beside) add('metadata.opf', of(beside))
  const publication = await withFileInLibrary(file, deps.images.look).catch(() => undefined)
  if (publication) add(nameOf(publication), of(publication.metadata))
  return records
}

function sidecarOr(read: () => PublicationMetadata): PublicationMetadata | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** By the document that says most of it. */
function nameOf({ metadataSources, kind }: Publication): string {
  const sources = Object.values(metadataSources)
  const said = DOCUMENTS.filter(([source]) => sources.includes(source)).map(([, name]) => name)
  return said.length > 0 ? said.join(', ') : kind.toUpperCase()
}

const DOCUMENTS: readonly (readonly [MetadataSource, string])[] = [
  ['comicinfo', 'ComicInfo.xml'],
  ['metroninfo', 'MetronInfo.xml'],
  ['comet', 'CoMet.xml'],
  ['acbf', 'ACBF'],
  ['opf', 'OPF'],
  ['pdf', 'PDF'],
]

const ofSeriesJson = (said: SeriesJson) => ({
  title: said.title,
  summary: said.summary,
  year: said.year,
  status: said.status,
  publisher: said.publisher,
  totalVolumeCount: said.totalBookCount,
  ageRating: said.ageRating,
  coverUrl: said.coverUrl,
  externalIds: idsOf(said.identifiers),
})

/** What a book says of the series it belongs to. */
const ofSeriesIn = (said: PublicationMetadata) => ({
  title: said.series,
  alternateTitles: said.localizedSeries ? [{ title: said.localizedSeries, titleType: 'localized' }] : [],
  year: said.seriesYear,
  status: said.seriesStatus,
  publisher: said.publisher,
  language: said.language,
  ageRating: said.ageRating,
  readingDirection: said.readingDirection,
  totalVolumeCount: said.count,
  genres: said.genres,
  tags: said.tags,
  authors: said.authors,
})

const ofBook = (said: PublicationMetadata): Partial<Record<keyof ProviderBookRecord, unknown>> => ({
  title: said.title,
  subtitle: said.subtitle,
  originalTitle: said.originalTitle,
  summary: said.summary,
  volume: said.volume,
  seriesTotal: said.count,
  publisher: said.publisher,
  year: said.year,
  ...(said.year && said.month && { releaseDate: [said.year, said.month, said.day].filter(Boolean).map(two).join('-') }),
  language: said.language,
  authors: said.authors,
  genres: said.genres,
  tags: said.tags,
  edition: said.edition,
  isbns: said.isbn ? [said.isbn] : [],
  externalIds: idsOf(said.identifiers),
  externalLinks: said.urls?.map((url) => ({ url, label: URL.parse(url)?.host })),
})

const two = (value: number | undefined) => String(value).padStart(2, '0')
const idsOf = (identifiers: Record<string, string> = {}) =>
  Object.entries(identifiers).map(([source, externalId]) => ({ source, externalId }))
