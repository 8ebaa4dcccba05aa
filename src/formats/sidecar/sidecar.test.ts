import { expect, test } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { readSeriesJson } from './series-json.ts'
import { readSidecar, sidecarKind } from './sidecar.ts'

test('knows a sidecar by its name, wherever it lies', () => {
  expect(sidecarKind('ComicInfo.xml')).toBe('comicinfo')
  expect(sidecarKind('some/folder/comicinfo.XML')).toBe('comicinfo')
  expect(sidecarKind('MetronInfo.xml')).toBe('metroninfo')
  expect(sidecarKind('CoMet.xml')).toBe('comet')
  expect(sidecarKind('book.acbf')).toBe('acbf')
  expect(sidecarKind('metadata.opf')).toBe('opf')
  expect(sidecarKind('__MACOSX/._book.acbf')).toBeUndefined()
  expect(sidecarKind('content.xml')).toBeUndefined()
})

test('reads MetronInfo', () => {
  const document = `<MetronInfo><IDS><ID source="Metron" primary="true">290431</ID><ID source="Comic Vine">12345</ID></IDS>
    <Publisher id="1"><Name>DC Comics</Name><Imprint>Vertigo</Imprint></Publisher>
    <Series lang="en"><Name>Justice League</Name><SortName>Justice</SortName><Volume>2</Volume><Format>Single Issue</Format>
      <StartYear>2011</StartYear><IssueCount>60</IssueCount></Series>
    <Number>1</Number><Stories><Story>Part One</Story><Story>Part Two</Story></Stories><CoverDate>2011-10-01</CoverDate>
    <Genres><Genre>Super-Hero</Genre></Genres><Arcs><Arc><Name>Origin</Name><Number>1</Number></Arc></Arcs>
    <GTIN><ISBN>9780553897845</ISBN><UPC>76194130593600111</UPC></GTIN><AgeRating>Teen Plus</AgeRating>
    <URLs><URL>https://foo.bar</URL><URL primary="true">https://first.org</URL></URLs>
    <Credits><Credit><Creator>Jim Lee</Creator><Roles><Role>Penciller</Role><Role>Cover</Role></Roles></Credit>
      <Credit><Creator>Rex Ogle</Creator><Roles><Role>Associate Editor</Role></Roles></Credit></Credits></MetronInfo>`
  expect(readSidecar('metroninfo', Buffer.from(document), defaultLimits)).toEqual({
    title: 'Part One; Part Two',
    series: 'Justice League',
    seriesSort: 'Justice',
    seriesYear: 2011,
    number: '1',
    volume: 2,
    count: 60,
    format: 'Single Issue',
    language: 'en',
    storyArcs: [{ name: 'Origin', number: '1' }],
    publisher: 'DC Comics',
    imprint: 'Vertigo',
    year: 2011,
    month: 10,
    day: 1,
    authors: [
      { name: 'Jim Lee', role: 'penciller' },
      { name: 'Jim Lee', role: 'cover_artist' },
      { name: 'Rex Ogle', role: 'editor' },
    ],
    genres: ['Super-Hero'],
    ageRating: 15,
    isbn: '9780553897845',
    gtin: '76194130593600111',
    identifiers: { metron: '290431', comicvine: '12345' },
    urls: ['https://first.org', 'https://foo.bar'],
  })
})

test('reads CoMet', () => {
  const document = `<comet xmlns="http://www.denvog.com/comet/"><title>T</title><series>S</series><issue>4</issue><volume>2</volume>
    <publisher>P</publisher><date>2009-05</date><genre>Noir</genre><genre>Crime</genre><character>Sam</character><language>en</language>
    <rating>Teen</rating><writer>W One</writer><writer>W Two</writer><coverDesigner>C</coverDesigner><creator>Someone</creator>
    <identifier>urn:isbn:9780553897845</identifier><readingDirection>rtl</readingDirection></comet>`
  expect(readSidecar('comet', Buffer.from(document), defaultLimits)).toMatchObject({
    title: 'T',
    series: 'S',
    number: '4',
    volume: 2,
    year: 2009,
    month: 5,
    genres: ['Noir', 'Crime'],
    ageRating: 13,
    isbn: '9780553897845',
    readingDirection: 'rtl',
    authors: [
      { name: 'Someone', role: 'author' },
      { name: 'W One', role: 'writer' },
      { name: 'W Two', role: 'writer' },
      { name: 'C', role: 'cover_artist' },
    ],
  })
})

test('reads the basics of ACBF in the language of its first text layer', () => {
  const document = `<ACBF xmlns="http://www.acbf.info/xml/acbf/1.1"><meta-data><book-info>
    <author activity="Writer"><first-name>Cory</first-name><last-name>Doctorow</last-name></author><author activity="Translator"><nickname>nick</nickname></author>
    <book-title lang="sk">Zberač</book-title><book-title lang="en">Craphound</book-title><genre match="100">science_fiction</genre>
    <characters><name>Jerry</name></characters><annotation lang="sk"><p>Sk</p></annotation><annotation lang="en"><p>One</p><p>Two</p></annotation>
    <keywords>a, b</keywords><languages><text-layer lang="en" show="true"/></languages><sequence title="Tales">3</sequence>
    </book-info><publish-info><publisher>Pub</publisher><publish-date value="2012-05-01">2012</publish-date><isbn>N/A</isbn></publish-info></meta-data></ACBF>`
  expect(readSidecar('acbf', Buffer.from(document), defaultLimits)).toEqual({
    title: 'Craphound',
    series: 'Tales',
    number: '3',
    summary: 'One\nTwo',
    authors: [
      { name: 'Cory Doctorow', role: 'writer', sortName: 'Doctorow, Cory' },
      { name: 'nick', role: 'translator' },
    ],
    genres: ['science fiction'],
    tags: ['a', 'b'],
    characters: ['Jerry'],
    language: 'en',
    publisher: 'Pub',
    year: 2012,
    month: 5,
    day: 1,
  })
})

test('reads Mylar series.json in its forms', () => {
  const now = {
    version: '1.0.2',
    metadata: {
      name: 'Sandman',
      comicid: 12345,
      year: 2018,
      volume: 2,
      description_text: 'Text',
      status: 'Continuing',
      age_rating: '12+',
      total_issues: 12,
      booktype: 'Print',
    },
  }
  expect(readSeriesJson(Buffer.from(JSON.stringify(now)), defaultLimits)).toEqual({
    title: 'Sandman (2018)',
    name: 'Sandman',
    year: 2018,
    volume: 2,
    summary: 'Text',
    status: 'ongoing',
    totalBookCount: 12,
    ageRating: 12,
    format: 'Print',
    identifiers: { comicvine: '12345' },
  })
  const old = {
    metadata: [
      {
        name: 'Sandman',
        cid: '77',
        year: '1999',
        volume: null,
        status: 'Ended',
        ComicImage: 'https://x/y.jpg',
        imprint: 'None',
      },
    ],
  }
  expect(readSeriesJson(Buffer.from(`\ufeff${JSON.stringify(old)}`, 'utf16le'), defaultLimits)).toEqual({
    title: 'Sandman',
    name: 'Sandman',
    year: 1999,
    status: 'ended',
    coverUrl: 'https://x/y.jpg',
    identifiers: { comicvine: '77' },
  })
  for (const broken of ['{"metadata": {"name": "cut', '[]', '{"metadata": {}}', 'null'])
    expect(() => readSeriesJson(Buffer.from(broken), defaultLimits)).toThrow(
      expect.objectContaining({ type: 'metadata' }),
    )
})
