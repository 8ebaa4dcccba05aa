import type { Archive } from '../archive/archive.ts'
import { FileSource } from '../archive/file-source.ts'
import { openArchive } from '../archive/open-archive.ts'
import { detectFileKind } from '../detect-file-kind.ts'
import { progressionOfSpan, spanAtProgression } from '../epub/kepub/span-progression.ts'
import { writeKepub } from '../epub/kepub/write-kepub.ts'
import { readEpub } from '../epub/read-epub.ts'
import { readSanitisedResource } from '../epub/read-sanitised-resource.ts'
import { searchEpub } from '../epub/search-epub.ts'
import { locatorOfXPointer, xPointerOfLocator } from '../epub/xpointer.ts'
import { FormatError } from '../errors.ts'
import type { EpubAnswer, EpubJob } from './reading-thread-messages.ts'

export async function runEpubJob(job: EpubJob): Promise<EpubAnswer> {
  const source = new FileSource(job.path)
  try {
    const kind = detectFileKind(source)
    if (kind.container !== 'zip') throw new FormatError('format_detection', 'This is not an EPUB.')
    return await answer(await openArchive(source, kind, job.limits, job.password), job)
  } finally {
    source.close()
  }
}

async function answer(archive: Archive, { ask, limits }: EpubJob): Promise<EpubAnswer> {
  switch (ask.about) {
    case 'resource':
      return { about: ask.about, resource: await readSanitisedResource(archive, ask.href, limits, ask.mediaType) }
    case 'search': {
      const book = await readEpub(archive, limits)
      const options = { ...ask.options, max: ask.max }
      return { about: ask.about, found: await searchEpub(archive, book, ask.query, limits, options) }
    }
    case 'locator': {
      const book = await readEpub(archive, limits)
      return { about: ask.about, locator: await locatorOfXPointer(archive, book, ask.pointer, limits) }
    }
    case 'pointer': {
      const book = await readEpub(archive, limits)
      return { about: ask.about, pointer: await xPointerOfLocator(archive, book, ask, limits) }
    }
    case 'kepub':
      await writeKepub(archive, ask.target, limits)
      return { about: ask.about }
    case 'span':
      return { about: ask.about, span: await spanAtProgression(archive, ask.href, ask.progression, limits) }
    case 'spanProgression':
      return { about: ask.about, progression: await progressionOfSpan(archive, ask.href, ask.span, limits) }
  }
}
