import { describe, expect, test } from 'vitest'
import { parseXml } from '../xml/parse.ts'
import { opfMetadataOf } from './metadata.ts'

const read = (metadata: string, attributes = 'version="3.0" unique-identifier="pub-id"') =>
  opfMetadataOf(
    parseXml(`<package xmlns="http://www.idpf.org/2007/opf" ${attributes}><metadata>${metadata}</metadata></package>`)
      .root,
  )

describe('titles', () => {
  test('the main one by its type, else the first; the subtitle that is shown first', () => {
    const titles = `<dc:title id="a">Short</dc:title><dc:title id="b">Main</dc:title><dc:title id="c">Sub 2</dc:title><dc:title id="d">Sub 1</dc:title>
      <meta refines="#a" property="title-type">short</meta><meta refines="#c" property="title-type">subtitle</meta><meta refines="#d" property="title-type">subtitle</meta>
      <meta refines="#c" property="display-seq">2</meta><meta refines="#d" property="display-seq">1</meta><meta refines="#b" property="file-as">Main, The</meta>`
    expect(read(`${titles}<meta refines="#b" property="title-type">main</meta>`)).toEqual({
      title: 'Main',
      sortTitle: 'Main, The',
      subtitle: 'Sub 1',
    })
    expect(read(titles).title).toBe('Main')
    expect(
      read('<dc:title>One</dc:title><dc:title>Two</dc:title><meta name="calibre:title_sort" content="Uno"/>'),
    ).toEqual({ title: 'One', sortTitle: 'Uno' })
  })
})

describe('series', () => {
  test('is the collection of type series, not the first one', () => {
    const said =
      read(`<meta property="belongs-to-collection" id="c1">Best of</meta><meta refines="#c1" property="collection-type">set</meta>
      <meta refines="#c1" property="group-position">21</meta><meta property="belongs-to-collection" id="c2">Sherlock Holmes</meta>
      <meta refines="#c2" property="collection-type">series</meta><meta refines="#c2" property="group-position">3.0</meta>
      <meta name="calibre:series" content="Wrong"/>`)
    expect(said).toEqual({ series: 'Sherlock Holmes', number: '3', collections: [{ name: 'Best of', number: '21' }] })
  })

  test('is calibre’s when EPUB 3 names none, with any number', () => {
    const calibre = (index: string) =>
      read(`<meta name='calibre:series' content='S'/><meta name='calibre:series_index' content='${index}'/>`)
    expect(calibre('1.50')).toEqual({ series: 'S', number: '1.5' })
    expect(calibre('0')).toEqual({ series: 'S', number: '0' })
    expect(calibre('-1.0')).toEqual({ series: 'S', number: '-1' })
  })
})

describe('people', () => {
  test('do not include placeholders such as Unknown', () => {
    const fillers = '<dc:publisher>unknown</dc:publisher><dc:description>unknown</dc:description>'
    const said = read(`<dc:creator>Unknown</dc:creator><dc:contributor>unknown</dc:contributor>${fillers}`)
    expect(said).toEqual({})
    expect(read('<dc:creator>Unknown Mortal</dc:creator>').authors).toEqual([
      { name: 'Unknown Mortal', role: 'author' },
    ])
  })

  test('take their role from the attribute or from what refines them', () => {
    const said =
      read(`<dc:creator opf:role="aut" opf:file-as="Carroll, Lewis">Lewis Carroll</dc:creator><dc:creator id="i">Tenniel</dc:creator>
      <meta refines="#i" property="role" scheme="marc:relators">ill</meta><dc:contributor>Someone</dc:contributor>
      <dc:contributor opf:role="pbl">House</dc:contributor><dc:contributor opf:role="bkp">calibre (5.21.0) [https://calibre-ebook.com]</dc:contributor>`)
    expect(said.authors).toEqual([
      { name: 'Lewis Carroll', role: 'author', sortName: 'Carroll, Lewis' },
      { name: 'Tenniel', role: 'illustrator' },
      { name: 'Someone', role: 'contributor' },
    ])
    expect(said.publisher).toBe('House')
  })
})

describe('identifiers', () => {
  test('an ISBN is found however it is marked', () => {
    for (const element of [
      '<dc:identifier opf:scheme="ISBN">978-3-16-148410-0</dc:identifier>',
      '<dc:identifier>urn:isbn:9783161484100</dc:identifier>',
      '<dc:identifier>ISBN:9783161484100</dc:identifier>',
      '<dc:identifier>9783161484100</dc:identifier>',
      '<dc:identifier id="x">316148410X</dc:identifier><meta refines="#x" property="identifier-type" scheme="onix:codelist5">02</meta>',
      '<dc:source>urn:isbn:9783161484100</dc:source>',
    ])
      expect(read(element)).toEqual({ isbn: '9783161484100' })
  })

  test('others are kept by their scheme', () => {
    const said =
      read(`<dc:identifier>urn:uuid:38969b48</dc:identifier><dc:identifier opf:scheme="MOBI-ASIN">B00X</dc:identifier>
      <dc:identifier>GOODREADS:71348</dc:identifier><dc:identifier>https://example.org/b</dc:identifier><dc:identifier opf:scheme="ISBN">wrong</dc:identifier>`)
    expect(said).toEqual({
      identifiers: { uuid: '38969b48', asin: 'B00X', goodreads: '71348', url: 'https://example.org/b' },
      urls: ['https://example.org/b'],
    })
  })
})

describe('the rest', () => {
  test('dates by their event, and calibre’s empty date is none', () => {
    const dates =
      '<dc:date opf:event="modification">2012-04-02T12:47:00Z</dc:date><dc:date opf:event="publication">1865-07-04</dc:date>'
    expect(read(dates)).toEqual({ year: 1865, month: 7, day: 4, modified: '2012-04-02T12:47:00Z' })
    expect(read('<dc:date>0101-01-01T00:00:00+00:00</dc:date>')).toEqual({})
  })

  test('a single subject is split at commas and semicolons, several are not', () => {
    expect(read('<dc:subject>Fiction, Sea; Whales</dc:subject>').genres).toEqual(['Fiction', 'Sea', 'Whales'])
    expect(read('<dc:subject>Holmes, Sherlock</dc:subject><dc:subject>London</dc:subject>').genres).toEqual([
      'Holmes, Sherlock',
      'London',
    ])
    const refined = '<dc:subject id="s">Occult, Dark</dc:subject><meta refines="#s" property="term">FIC024000</meta>'
    expect(read(refined).genres).toEqual(['Occult, Dark'])
  })

  test('old packages wrap Dublin Core once more', () => {
    expect(read('<dc-metadata><dc:Title>Old</dc:Title><dc:Language>eng</dc:Language></dc-metadata>')).toEqual({
      title: 'Old',
      language: 'en',
    })
  })

  test('a description loses its markup', () => {
    expect(read('<dc:description>&lt;p&gt;A &amp;amp; B&lt;/p&gt;</dc:description>').summary).toBe('A & B')
  })
})
