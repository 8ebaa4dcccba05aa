import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeFolder, putComic } from '../../../test/scan-pipeline.ts'
import { serverForLibraries } from './libraries.fixture.ts'

onBothDatabases((open) => {
  const server = serverForLibraries(open)
  const { request, until, idle } = server

  it('shows what a strategy would make of a folder, and changes it on a live library', async () => {
    const root = makeFolder()
    putComic(root, 'Image/Saga (2012)/Saga 001.cbz')
    putComic(root, 'Image/Saga (2012)/Saga 002.cbz')
    putComic(root, 'Image/Paper Girls (2015)/Paper Girls 001.cbz')
    const input = { path: root, seriesStrategy: 'publisher_hierarchy', seriesConfig: { skipDepth: 1 } }
    const preview = await request('POST', 'libraries/preview-scan', input)
    expect(preview.body.totalFiles).toBe(3)
    expect(
      preview.body.detectedSeries.map((series: { name: string; bookCount: number }) => [series.name, series.bookCount]),
    ).toEqual([
      ['Paper Girls', 1],
      ['Saga', 2],
    ])
    const { body: library } = await request('POST', 'libraries', {
      name: 'Comics 2',
      path: root,
      seriesStrategy: 'series_volume_chapter',
    })
    await idle()
    expect((await request('GET', `libraries/${library.id}`)).body).toMatchObject({ bookCount: 3, seriesCount: 1 })
    const changed = await request('PATCH', `libraries/${library.id}`, {
      seriesStrategy: 'series_volume',
      name: 'Renamed',
    })
    expect(changed.body).toMatchObject({ name: 'Renamed', seriesStrategy: 'series_volume', seriesConfig: {} })
    await idle()
    expect((await request('GET', `libraries/${library.id}`)).body).toMatchObject({ bookCount: 3, seriesCount: 2 })
  })

  it('covers and titles are regenerated, and missing books of a series purged, on request', async () => {
    const root = makeFolder()
    for (const n of [1, 2]) putComic(root, `Bone [x]/Bone ${n}.cbz`)
    const { body: library } = await request('POST', 'libraries', {
      name: 'Upkeep',
      path: root,
      scanningConfig: { watch: false },
    })
    await idle()
    const outcome = async (path: string, body: object) => {
      const { status, body: task } = await request('POST', path, body)
      expect(status).toBe(202)
      await idle()
      return (await request('GET', `tasks/${task.id}`)).body.result
    }
    const [series] = (await request('GET', `libraries/${library.id}/series`)).body.data
    const [first] = (await request('GET', `libraries/${library.id}/books?sort=number,asc`)).body.data
    const draw = { drawn: 0, skipped: 0, failed: 0 }
    expect(await outcome(`libraries/${library.id}/books/thumbnails/generate`, {})).toEqual({ ...draw, skipped: 2 })
    expect(await outcome('books/bulk/thumbnails/generate', { bookIds: [first.id], force: true })).toMatchObject({
      drawn: 1,
    })
    expect(await outcome(`series/${series.id}/thumbnail/generate`, { force: true })).toEqual({ ...draw, drawn: 2 })

    const titlePreprocessingRules = [{ pattern: 'Bone', replacement: 'Knochen', enabled: true }]
    await request('PATCH', `libraries/${library.id}`, { titlePreprocessingRules })
    const title = async () => (await request('GET', `series/${series.id}`)).body.title
    expect(await outcome(`series/${series.id}/title/reprocess`, { dryRun: true })).toMatchObject({ changed: 1 })
    expect(await title()).toBe(series.title)
    expect(await outcome(`libraries/${library.id}/series/titles/reprocess`, {})).toMatchObject({
      changed: 1,
      skipped: 0,
    })
    expect(await title()).toBe(series.title.replace('Bone', 'Knochen'))
    await request('PATCH', `series/${series.id}`, { title: 'Mine' })
    expect(await outcome(`series/titles/reprocess`, { seriesIds: [series.id] })).toMatchObject({
      changed: 0,
      skipped: 1,
    })

    rmSync(join(root, 'Bone [x]/Bone 1.cbz'))
    await request('POST', `libraries/${library.id}/scan`)
    await idle()
    expect((await request('DELETE', `series/${series.id}/purge-deleted`)).body).toBe(1)
    expect(await request('POST', 'series/bulk/renumber', { seriesIds: [series.id] })).toMatchObject({ status: 202 })
    expect((await request('POST', `books/${first.id}/thumbnail/generate`)).status).toBe(404)
  })

  it('a second scan is refused with the id of the first, and a scan can be cancelled', async () => {
    const root = makeFolder()
    putComic(root, 'S/1.cbz')
    const { body: library } = await request('POST', 'libraries', { name: 'Busy', path: root, scanImmediately: false })
    expect((await request('GET', `libraries/${library.id}/scan-status`)).status).toBe(404)
    expect((await request('POST', `libraries/${library.id}/scan/cancel`)).status).toBe(404)
    const [first, second] = await Promise.all([
      request('POST', `libraries/${library.id}/scan?mode=deep`),
      request('POST', `libraries/${library.id}/scan`),
    ])
    const [accepted, refused] = first!.status === 202 ? [first!, second!] : [second!, first!]
    expect([accepted.status, refused.status]).toEqual([202, 409])
    expect(refused.body.details.taskId).toBe(accepted.body.id)
    expect((await request('POST', `libraries/${library.id}/scan?mode=thorough`)).status).toBe(400)
    await idle()
    expect((await request('POST', `tasks/${accepted.body.id}/cancel`)).status).toBe(409)
    expect((await request('POST', `tasks/${accepted.body.id}/retry`)).status).toBe(409)
    expect((await request('GET', `tasks/${accepted.body.id}`)).body).toMatchObject({
      type: 'scan_library',
      status: 'completed',
    })
  })

  it('changes on disk are detected and scanned automatically', async () => {
    const root = makeFolder()
    putComic(root, 'S/1.cbz')
    const { body: library } = await request('POST', 'libraries', { name: 'Watched', path: root })
    await idle()
    const count = async () => (await request('GET', `libraries/${library.id}`)).body.bookCount
    expect(await count()).toBe(1)
    // The watch is opened after the response: what came before is seen with a later change.
    let triesLeft = 0
    await until(async () => {
      if (triesLeft-- === 0) {
        triesLeft = 40
        putComic(root, 'New folder/2.cbz')
        putComic(root, 'S/3.cbz')
      }
      return (await count()) === 3
    })
    rmSync(join(root, 'S'), { recursive: true })
    await until(async () => (await count()) === 1)
  })

  it('what is missing can be purged, and a library deleted', async () => {
    const root = makeFolder()
    putComic(root, 'S/1.cbz')
    putComic(root, 'S/2.cbz')
    const { body: library } = await request('POST', 'libraries', {
      name: 'Trash',
      path: root,
      scanningConfig: { watch: false },
    })
    await idle()
    rmSync(join(root, 'S/1.cbz'))
    await request('POST', `libraries/${library.id}/scan`)
    await idle()
    expect((await request('GET', `libraries/${library.id}`)).body.bookCount).toBe(1)
    expect((await request('DELETE', `libraries/${library.id}/purge-deleted`)).body).toBe(1)
    expect((await request('DELETE', `libraries/${library.id}/purge-deleted`)).body).toBe(0)
    const [{ id }] = (await request('GET', `libraries/${library.id}/books`)).body.data
    const drawn = async () =>
      (await Array.fromAsync(server.lectern.context.images.thumbnails.all())).some(({ uid }) => uid === id)
    expect(await drawn()).toBe(true)
    expect((await request('POST', 'admin/cleanup-orphans')).status).toBe(202)
    await idle()
    expect(await drawn()).toBe(true)
    expect((await request('DELETE', `libraries/${library.id}`)).status).toBe(204)
    expect((await request('DELETE', `libraries/${library.id}`)).status).toBe(404)
    expect((await request('GET', `libraries/${library.id}`)).status).toBe(404)
    await idle()
    expect(await drawn()).toBe(false)
  })
})
