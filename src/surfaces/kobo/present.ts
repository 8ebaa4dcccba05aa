import type { KoboBook, KoboReadingState } from '../../store/kobo/books.ts'
import type { KoboTag } from '../../store/kobo/tags.ts'
import { bytesToUuid } from '../../store/uid.ts'

/** The position of a user, in the device's format. */
export interface KoboLocation {
  Source: string
  Type: 'KoboSpan'
  Value: string
}

const CATEGORY = '00000000-0000-0000-0000-000000000001'

/** Every date belongs to the book, not to the current time: what hasn't changed must look the same in every sync. */
export function presentKoboEntitlement(book: Pick<KoboBook, 'uid' | 'createdAt'>, isRemoved: boolean) {
  const id = bytesToUuid(book.uid)
  const created = formatKoboTime(book.createdAt)
  return {
    Accessibility: 'Full',
    ActivePeriod: { From: created },
    Created: created,
    CrossRevisionId: id,
    Id: id,
    IsHiddenFromArchive: false,
    IsLocked: false,
    IsRemoved: isRemoved,
    LastModified: created,
    OriginCategory: 'Imported',
    RevisionId: id,
    Status: isRemoved ? 'Deleted' : 'Active',
  }
}

export function presentKoboMetadata(book: KoboBook, base: string) {
  const id = bytesToUuid(book.uid)
  const { format, path } = downloadFormatOf(book)
  return {
    Categories: [CATEGORY],
    Genre: CATEGORY,
    Title: book.title,
    Contributors: book.authors,
    ContributorRoles: book.authors.map((name) => ({ Name: name })),
    // An empty one would not overwrite the device's value.
    Description: book.summary || ' ',
    CoverImageId: koboCoverImageIdOf(book),
    CrossRevisionId: id,
    RevisionId: id,
    EntitlementId: id,
    WorkId: id,
    CurrentDisplayPrice: { CurrencyCode: 'USD', TotalAmount: 0 },
    CurrentLoveDisplayPrice: { TotalAmount: 0 },
    DownloadUrls: [
      {
        Format: format,
        Size: book.fileSize,
        Url: `${base}/v1/books/${id}/file/${path}`,
        Platform: 'Generic',
        DrmType: 'None',
      },
    ],
    ExternalIds: [],
    PhoneticPronunciations: {},
    IsEligibleForKoboLove: false,
    IsInternetArchive: false,
    IsPreOrder: false,
    IsSocialEnabled: true,
    Language: /^[a-z]{2}/i.exec(book.language ?? '')?.[0].toLowerCase() ?? 'en',
    PublicationDate: formatKoboTime(book.releaseDate ?? book.createdAt),
    Publisher: { Imprint: '', Name: book.publisher ?? '' },
    ...(!book.isOneshot && {
      Series: {
        Id: bytesToUuid(book.seriesUid),
        Name: book.seriesTitle,
        ...(book.number !== null && { Number: book.numberText ?? String(book.number), NumberFloat: book.number }),
      },
    }),
  }
}

/** The device reads a file by its declared format. */
export function downloadFormatOf({ format, isFixedLayout }: Pick<KoboBook, 'format' | 'isFixedLayout'>): {
  format: 'KEPUB' | 'EPUB3FL' | 'PDF'
  path: 'kepub' | 'epub' | 'comic' | 'pdf'
} {
  if (format === 'pdf') return { format: 'PDF', path: 'pdf' }
  if (format !== 'epub') return { format: 'EPUB3FL', path: 'comic' }
  return isFixedLayout ? { format: 'EPUB3FL', path: 'epub' } : { format: 'KEPUB', path: 'kepub' }
}

/** Devices cache covers under it forever, so a new cover has a new id. */
export const koboCoverImageIdOf = ({ uid, coverVersion }: Pick<KoboBook, 'uid' | 'coverVersion'>): string =>
  `${bytesToUuid(uid)}-${coverVersion.toString(36)}`

export function presentKoboReadingState(
  book: Pick<KoboBook, 'uid' | 'createdAt'>,
  state: KoboReadingState | undefined,
  location?: KoboLocation,
) {
  const id = bytesToUuid(book.uid)
  const modified = formatKoboTime(state?.at ?? Date.now())
  const percent = Math.round((state?.done ? 1 : (state?.percentage ?? 0)) * 100)
  return {
    EntitlementId: id,
    Created: formatKoboTime(state?.startedAt ?? book.createdAt),
    LastModified: modified,
    PriorityTimestamp: modified,
    StatusInfo: {
      LastModified: modified,
      Status: state === undefined ? 'ReadyToRead' : state.done ? 'Finished' : 'Reading',
      // A finished book that is read again has been started once more.
      TimesStartedReading: state ? Math.max(1, state.timesFinished + (state.done ? 0 : 1)) : 0,
      ...(state && { LastTimeStartedReading: formatKoboTime(state.startedAt) }),
      ...(state?.completedAt && { LastTimeFinished: formatKoboTime(state.completedAt) }),
    },
    Statistics: {
      LastModified: modified,
      ...(state && state.minutes > 0 && { SpentReadingMinutes: state.minutes }),
    },
    CurrentBookmark: {
      LastModified: modified,
      ...(state && { ProgressPercent: percent }),
      ...(location && { Location: location }),
    },
  }
}

export function presentKoboTag(tag: KoboTag) {
  return {
    Id: tag.id,
    Name: tag.name,
    Type: 'UserTag',
    Created: formatKoboTime(tag.createdAt),
    LastModified: formatKoboTime(tag.updatedAt),
    Items: tag.bookUids.map((uid) => ({ RevisionId: uid, Type: 'ProductRevisionTagItem' })),
  }
}

/** Without milliseconds; a year that the device can't show becomes the first it can. */
export function formatKoboTime(ms: number): string {
  const earliest = Date.UTC(1000, 0, 1)
  return `${new Date(Math.max(ms, earliest)).toISOString().slice(0, 19)}Z`
}
