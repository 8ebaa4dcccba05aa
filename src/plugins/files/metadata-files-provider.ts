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

/** Metadata files as a provider like any other: compared, applied and undone in the same way. */
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
  images: { readPublication(path: string, password?: string): Promise<Publication> }
}

/** One result for each metadata file with a title. */
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
  if (!found) throw new PluginError(rpcCodes.notFound, `There is no longer any metadata in ${name}. Search again.`)
  return found.record
}

interface FileRecord {
  /** Name of the document: ComicInfo.xml, series.json, … */
  name: string
  record: ProviderRecord
}

async function readFiles(deps: MetadataFilesDeps, target: MetadataTarget): Promise<FileRecord[]> {
  const limits = formatReaderLimitsOf(deps.config)
  const files = await findSeriesOrBookPaths(deps.db, target.entity, target.of.id)
  if (!files) return []
  const { root, seriesPath, bookPath, bookPassword } = files
  const records: FileRecord[] = []
  const add = (name: string, value: object) => {
    const record = target.entity === 'series' ? parseProviderSeriesRecord(value) : parseProviderBookRecord(value)
    if (record) records.push({ name, record: { ...record, externalId: name } })
  }
  const series = target.entity === 'series' ? await readSeriesJsonInFolder(root, seriesPath, limits) : undefined
  if (series) add('series.json', ofSeriesJson(series))
  if (bookPath === undefined) return records
  const file = { path: join(root, bookPath), root }
  const metadataOf = target.entity === 'series' ? ofSeriesIn : ofBook
  const opf = await readSmallFile({ path: join(dirname(file.path), 'metadata.opf'), root }, limits)
  const beside = opf && sidecarOr(() => readSidecar('opf', opf, limits))
  if (beside) add('metadata.opf', metadataOf(beside))
  const read = (path: string) => deps.images.readPublication(path, bookPassword)
  const publication = await withFileInLibrary(file, read).catch(() => undefined)
  if (publication) add(nameOf(publication), metadataOf(publication.metadata))
  return records
}

function sidecarOr(read: () => PublicationMetadata): PublicationMetadata | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Names the documents that the metadata comes from, or else the format. */
function nameOf({ metadataSources, kind }: Publication): string {
  const sources = Object.values(metadataSources)
  const names = DOCUMENTS.filter(([source]) => sources.includes(source)).map(([, name]) => name)
  return names.length > 0 ? names.join(', ') : kind.toUpperCase()
}

const DOCUMENTS: readonly (readonly [MetadataSource, string])[] = [
  ['comicinfo', 'ComicInfo.xml'],
  ['metroninfo', 'MetronInfo.xml'],
  ['comet', 'CoMet.xml'],
  ['acbf', 'ACBF'],
  ['opf', 'OPF'],
  ['pdf', 'PDF'],
]

const ofSeriesJson = (document: SeriesJson) => ({
  title: document.title,
  summary: document.summary,
  year: document.year,
  status: document.status,
  publisher: document.publisher,
  totalVolumeCount: document.totalBookCount,
  ageRating: document.ageRating,
  coverUrl: document.coverUrl,
  externalIds: idsOf(document.identifiers),
})

/** What a book's metadata contains about its series. */
const ofSeriesIn = (metadata: PublicationMetadata) => ({
  title: metadata.series,
  alternateTitles: metadata.localizedSeries ? [{ title: metadata.localizedSeries, titleType: 'localized' }] : [],
  year: metadata.seriesYear,
  status: metadata.seriesStatus,
  publisher: metadata.publisher,
  language: metadata.language,
  ageRating: metadata.ageRating,
  readingDirection: metadata.readingDirection,
  totalVolumeCount: metadata.count,
  genres: metadata.genres,
  tags: metadata.tags,
  authors: metadata.authors,
})

const ofBook = (metadata: PublicationMetadata): Partial<Record<keyof ProviderBookRecord, unknown>> => ({
  title: metadata.title,
  subtitle: metadata.subtitle,
  originalTitle: metadata.originalTitle,
  summary: metadata.summary,
  volume: metadata.volume,
  seriesTotal: metadata.count,
  publisher: metadata.publisher,
  year: metadata.year,
  ...(metadata.year &&
    metadata.month && {
      releaseDate: [metadata.year, metadata.month, metadata.day].filter(Boolean).map(two).join('-'),
    }),
  language: metadata.language,
  authors: metadata.authors,
  genres: metadata.genres,
  tags: metadata.tags,
  edition: metadata.edition,
  isbns: metadata.isbn ? [metadata.isbn] : [],
  externalIds: idsOf(metadata.identifiers),
  externalLinks: metadata.urls?.map((url) => ({ url, label: URL.parse(url)?.host })),
})

const two = (value: number | undefined) => String(value).padStart(2, '0')
const idsOf = (identifiers: Record<string, string> = {}) =>
  Object.entries(identifiers).map(([source, externalId]) => ({ source, externalId }))
