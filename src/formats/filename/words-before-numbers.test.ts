import { expect, it } from 'vitest'
import { parseFileName } from './parse-file-name.ts'

// file | series | volume or number | title
it.each(
  `
Agent 327 - Dossier 14.cbz | Agent 327 | 14 | -
John Sinclair Folge 1200 - Der Blutrichter.epub | John Sinclair | 1200 | Der Blutrichter
De Cape et de Crocs, Acte VII - Chasseurs de chimères.cbz | De Cape et de Crocs | 7 | Chasseurs de chimères
War and Peace, Part 02.epub | War and Peace | 2 | -
Iron Choir Part 3 (2019) (digital).cbz | Iron Choir | 3 | -
Iron Choir Pt. 4.cbz | Iron Choir | 4 | -
Iron Choir Parte 5.cbz | Iron Choir | 5 | -
Body Part #2.cbz | Body Part | 2 | -
The Best Part.cbz | The Best Part | - | -
Thorgal tom 3.cbz | Thorgal | 3 | -
Peeping Tom 4.cbz | Peeping Tom | 4 | -
Der Spiegel Nr. 44 vom 28.10.2023.pdf | Der Spiegel | 44 | -
Saga Compendium One.cbz | Saga Compendium | 1 | -
Flash, Vol 5 (2016) 021.cbz | Flash | 21 | -
Ranma ½ (2-in-1 Edition) v12 (2016).cbz | Ranma ½ | 12 | -
Donjon Crépuscule -101- Le cimetière des dragons.cbz | Donjon Crépuscule | 101 | Le cimetière des dragons
Le Chat du rabbin (tome 2) - Le Malka des lions.cbz | Le Chat du rabbin | 2 | Le Malka des lions
[九井諒子] ダンジョン飯 全14巻 第08巻.zip | ダンジョン飯 | 8 | -
ダンジョン飯 全14巻.zip | ダンジョン飯 | 1-14 | -
ちはやふる 上.cbz | ちはやふる | 1 | -
Maus - The Complete Edition.cbz | Maus | - | -
Hellboy - Library Edition, Volume 2.cbz | Hellboy | 2 | -
Akira - 35th Anniversary Edition - Volume 2.cbz | Akira | 2 | -
Valérian et Laureline - L'intégrale - volume 3.cbz | Valérian et Laureline | 3 | -
One Piece - Edition originale - Tome 100.cbz | One Piece | 100 | -
Highschool of the Dead - Full Color Edition v01.cbz | Highschool of the Dead - Full Color Edition | 1 | -
Thorgal tom 37 - Pustelnik.cbr | Thorgal | 37 | Pustelnik
Zagor Sayı 45.cbr | Zagor | 45 | -
The Martian 10th Anniversary Edition.epub | The Martian | - | -
Isaac Asimov - Foundation 1-3.epub | Foundation | 1-3 | -
One Piece 1-100 Complete.cbz | One Piece | 1-100 | -`
    .trim()
    .split('\n')
    .map((line) => line.split(' | ') as [string, string, string, string]),
)('reads %s', (file, series, number, title) => {
  const facts = parseFileName(file)
  expect([facts.series, facts.number ?? facts.volume ?? '-', facts.title ?? '-']).toEqual([series, number, title])
})

// file | number | year: magazines restart numbering each year, and only a number that can't be a month is certainly an
// issue.
it.each(
  `
Mosaik Heft 12-1985.cbz | 12 | 1985
c't Magazin 14-2021.pdf | 14 | 2021
Fix und Foxi 17-1973 (c2c).cbr | 17 | 1973
Micky Maus 2021-34.cbz | 34 | 2021
Micky Maus Heft 2021-07.cbz | 7 | 2021
Heavy Metal 1977-04.cbr | - | 1977
Topolino 3500 (Panini 2022).cbz | 3500 | 2022`
    .trim()
    .split('\n')
    .map((line) => line.split(' | ') as [string, string, string]),
)('reads the issue and the year of %s', (file, number, year) => {
  const facts = parseFileName(file)
  expect([facts.number ?? '-', String(facts.year ?? '-')]).toEqual([number, year])
  expect(facts.series).not.toMatch(/\d|heft/i)
})
