import { expect, test } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { readComicInfo } from './comic-info.ts'

const read = (fields: string) =>
  readComicInfo(Buffer.from(`<?xml version="1.0"?><ComicInfo>${fields}</ComicInfo>`), defaultLimits)

test('reads every field of ComicInfo 2.1', () => {
  const metadata = read(`
    <Title>The Title</Title><Series>The Series</Series><Number>1.5</Number><Count>12</Count><Volume>2018</Volume>
    <AlternateSeries>Event</AlternateSeries><AlternateNumber>3</AlternateNumber><AlternateCount>6</AlternateCount>
    <Summary>Line one.&#10;Line &lt;b&gt;two&lt;/b&gt;.</Summary><Notes>Tagged with ComicTagger [Issue ID 1234] from Comic Vine</Notes>
    <Year>2019</Year><Month>4</Month><Day>30</Day>
    <Writer>A. Writer, B. Writer</Writer><Penciller>P</Penciller><Inker>I</Inker><Colorist>C</Colorist><Letterer>L</Letterer>
    <CoverArtist>Co</CoverArtist><Editor>E</Editor><Translator>T</Translator>
    <Publisher>Pub</Publisher><Imprint>Imp</Imprint><Genre>Action, Drama</Genre><Tags>ninja,School Life</Tags>
    <Web>https://a.org/1 https://b.org/2</Web><PageCount>20</PageCount><LanguageISO>en_US</LanguageISO><Format>Annual</Format>
    <BlackAndWhite>Yes</BlackAndWhite><Manga>YesAndRightToLeft</Manga><Characters>X, Y</Characters><Teams>Z</Teams>
    <Locations>Rome</Locations><MainCharacterOrTeam>X</MainCharacterOrTeam><ScanInformation>scan</ScanInformation>
    <StoryArc>One, Two</StoryArc><StoryArcNumber>1, 2</StoryArcNumber><SeriesGroup>Group</SeriesGroup>
    <AgeRating>Everyone 10+</AgeRating><CommunityRating>4.5</CommunityRating><Review>Good.</Review><GTIN>978-0-553-89784-5</GTIN>
    <LocalizedSeries>Die Serie</LocalizedSeries>
    <Pages><Page Image="0" Type="FrontCover" ImageWidth="800"/><Page Image="1" DoublePage="True" Bookmark="Chapter 1"/>
      <Page Image="2" Type="Delete"/><Page Image="x"/></Pages>`)
  expect(metadata).toEqual({
    title: 'The Title',
    series: 'The Series',
    localizedSeries: 'Die Serie',
    seriesGroup: 'Group',
    number: '1.5',
    volume: 2018,
    count: 12,
    alternateSeries: [{ name: 'Event', number: '3', count: 6 }],
    storyArcs: [
      { name: 'One', number: '1' },
      { name: 'Two', number: '2' },
    ],
    summary: 'Line one. Line two.',
    review: 'Good.',
    notes: 'Tagged with ComicTagger [Issue ID 1234] from Comic Vine',
    publisher: 'Pub',
    imprint: 'Imp',
    year: 2019,
    month: 4,
    day: 30,
    language: 'en-US',
    authors: [
      { name: 'A. Writer', role: 'writer' },
      { name: 'B. Writer', role: 'writer' },
      { name: 'P', role: 'penciller' },
      { name: 'I', role: 'inker' },
      { name: 'C', role: 'colorist' },
      { name: 'L', role: 'letterer' },
      { name: 'Co', role: 'cover_artist' },
      { name: 'E', role: 'editor' },
      { name: 'T', role: 'translator' },
    ],
    genres: ['Action', 'Drama'],
    tags: ['ninja', 'School Life'],
    ageRating: 10,
    readingDirection: 'rtl',
    manga: true,
    blackAndWhite: true,
    format: 'Annual',
    isbn: '9780553897845',
    gtin: '9780553897845',
    identifiers: { comicvine: '1234' },
    urls: ['https://a.org/1', 'https://b.org/2'],
    characters: ['X', 'Y'],
    teams: ['Z'],
    locations: ['Rome'],
    mainCharacterOrTeam: 'X',
    communityRating: 4.5,
    scanInformation: 'scan',
    pageFacts: [
      { page: 0, type: 'FrontCover' },
      { page: 1, bookmark: 'Chapter 1', doublePage: true },
      { page: 2, type: 'Deleted' },
    ],
  })
})

test('drops values that cannot be, one by one, and keeps the rest', () => {
  const metadata =
    read(`<Series>  </Series><Number>1/2</Number><Year>19AB</Year><Month>13</Month><Day>99</Day><Volume>-1</Volume>
    <CommunityRating>9.9</CommunityRating><Manga>Perhaps</Manga><AgeRating>Nope</AgeRating><LanguageISO>klingon</LanguageISO>
    <Count>-1</Count><Publisher>Kept</Publisher><Web>javascript:alert(1)</Web><GTIN>none</GTIN>`)
  expect(metadata).toEqual({ number: '1/2', publisher: 'Kept' })
})

test('distinguishes manga by its direction', () => {
  expect(read('<Manga>Yes</Manga>')).toEqual({ manga: true })
  expect(read('<Manga>No</Manga>')).toEqual({ manga: false })
  expect(read('<Manga>Unknown</Manga>')).toEqual({})
})

test('a story arc without a number keeps its name', () => {
  expect(read('<StoryArc>One, Two</StoryArc><StoryArcNumber>7</StoryArcNumber>').storyArcs).toEqual([
    { name: 'One', number: '7' },
    { name: 'Two' },
  ])
})

test('a broken, foreign or hostile document is a metadata error', () => {
  const faults = [
    '<ComicInfo><Series>A & B</Series><Number>1</ComicInfo>',
    '<Other/>',
    '',
    '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><ComicInfo><Series>&f;</Series></ComicInfo>',
  ]
  for (const document of faults)
    expect(() => readComicInfo(Buffer.from(document), defaultLimits)).toThrow(
      expect.objectContaining({ type: 'metadata' }),
    )
  expect(() => readComicInfo(Buffer.from(`<ComicInfo>${' '.repeat(200)}</ComicInfo>`), { xmlBytes: 100 })).toThrow(
    '100',
  )
})
