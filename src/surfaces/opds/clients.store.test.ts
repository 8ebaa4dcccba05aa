import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

// The parsers of real reading apps: Thorium's, for both versions, and Foliate's.
const require = createRequire(import.meta.url)
const {
  initGlobalConverters_GENERIC,
  initGlobalConverters_OPDS,
} = require('r2-opds-js/dist/es8-es2017/src/opds/init-globals')
const { OPDS } = require('r2-opds-js/dist/es8-es2017/src/opds/opds1/opds')
const { OPDSFeed } = require('r2-opds-js/dist/es8-es2017/src/opds/opds2/opds2')
const { XML } = require('r2-utils-js/dist/es8-es2017/src/_utils/xml-js-mapper')
const { TaJsonDeserialize } = require('r2-lcp-js/dist/es8-es2017/src/serializable')
const { DOMParser } = require('@xmldom/xmldom')

let server: TestServer
beforeAll(async () => {
  initGlobalConverters_GENERIC()
  initGlobalConverters_OPDS()
  const info = {
    Title: 'The <first>',
    Series: 'Run',
    Number: 1,
    Writer: 'Ann Author',
    Summary: 'A story.',
    LanguageISO: 'en',
  }
  server = await openTestServer('sqlite', {
    'Run/Run 1.cbz': makeComic(3, info),
    'Run/Run 2.cbz': makeComic(2, { ...info, Number: 2 }),
  })
  await server.scan({ bookStrategy: 'metadata_first', numberStrategy: 'metadata' })
})
afterAll(() => server.close())

const get = async (url: string) => (await server.request('GET', url, { as: server.admin })).text
const parse = (text: string) => new DOMParser().parseFromString(text, 'application/xml')

it("is read by Thorium's parser of OPDS 1", async () => {
  const feed = XML.deserialize(parse(await get('/opds/v1.2/books')), OPDS)
  expect(feed.Title).toBe('Books')
  expect(feed.OpensearchTotalResults).toBe(2)
  const [first] = feed.Entries
  expect(first.Title).toBe('The <first>')
  expect(first.Authors[0].Name).toBe('Ann Author')
  expect(first.Summary).toBe('A story.')
  const rels = first.Links.map((link: { Rel: string; Type: string }) => `${link.Rel} ${link.Type}`)
  expect(rels).toContain('http://opds-spec.org/acquisition application/vnd.comicbook+zip')
  expect(rels).toContain('http://opds-spec.org/image/thumbnail image/jpeg')
})

it("is read by Thorium's parser of OPDS 2", async () => {
  const feed = TaJsonDeserialize(JSON.parse(await get('/opds/v2/books')), OPDSFeed)
  expect(feed.Metadata.NumberOfItems).toBe(2)
  const [first] = feed.Publications
  expect(first.Metadata.Title).toBe('The <first>')
  expect(first.Metadata.NumberOfPages).toBe(3)
  expect(first.Metadata.BelongsTo.Series[0]).toMatchObject({ Name: 'Run', Position: 1 })
  expect(first.Images.length).toBe(2)
  const root = TaJsonDeserialize(JSON.parse(await get('/opds/v2')), OPDSFeed)
  expect(root.Navigation.map((link: { Title: string }) => link.Title)).toContain('Series')
  expect(root.Links.find((link: { Rel: string[] }) => link.Rel.includes('search')).Templated).toBe(true)
})

it("is read by Foliate's own reader", async () => {
  // @ts-expect-error the package has no types
  const { getFeed } = await import('foliate-js/opds.js')
  const document = parse(await get('/opds/v1.2/books'))
  giveChildren(document.documentElement)
  const feed = getFeed(document)
  expect(feed.publications.map((one: { metadata: { title: string } }) => one.metadata.title)).toEqual([
    'The <first>',
    'The <first>',
  ])
  expect(feed.facets.map((group: { metadata: { title: string } }) => group.metadata.title)).toContain('Read status')
})

/** The DOM of the tests lacks `children`, which browsers have. */
function giveChildren(element: object): void {
  const prototype = Object.getPrototypeOf(element)
  if ('children' in prototype) return
  Object.defineProperty(prototype, 'children', {
    get(this: { childNodes: ArrayLike<{ nodeType: number }> }) {
      return Array.from(this.childNodes).filter((node) => node.nodeType === 1)
    },
  })
}
