import { expect, it } from 'vitest'
import { nameWithoutAuthor } from './name-without-author.ts'

it.each([
  ['Fahrenheit 451 - Ray Bradbury', 'Fahrenheit 451'],
  ['1984 - George Orwell', '1984'],
  ['Catch-22 - Joseph Heller', 'Catch-22'],
  ['Dune Messiah - Frank Herbert', 'Dune Messiah'],
  ['Project Hail Mary - Andy Weir (2021)', 'Project Hail Mary (2021)'],
  ['Andy Weir - Project Hail Mary (retail)', 'Project Hail Mary (retail)'],
  ['Jules Verne - Vingt mille lieues sous les mers', 'Vingt mille lieues sous les mers'],
  ['Gabriel García Márquez - Cien años de soledad', 'Cien años de soledad'],
  ['Murakami Haruki - 1Q84 (Book 1)', '1Q84 (Book 1)'],
  ['Stephen King - The Dark Tower VII - The Dark Tower', 'The Dark Tower VII - The Dark Tower'],
  ['Pierre Bottero - Ellana - Tome 3', 'Ellana - Tome 3'],
  ['The Expanse 04 - Cibola Burn - James S. A. Corey', 'The Expanse 04 - Cibola Burn'],
  ['Harry Potter 4 - The Goblet of Fire - J.K. Rowling', 'Harry Potter 4 - The Goblet of Fire'],
  ['Neil Gaiman & Terry Pratchett - Good Omens', 'Good Omens'],
  ['Лукьяненко С. - Дозоры 1 - Ночной дозор', 'Дозоры 1 - Ночной дозор'],
  ['Стругацкий Аркадий - Пикник на обочине', 'Пикник на обочине'],
  ['Stephen King - 1986 - It', 'It (1986)'],
  ['Le Guin, Ursula K. - 1969 - The Left Hand of Darkness', 'The Left Hand of Darkness (1969)'],
])('takes the author out of %s', (stem, expected) => {
  expect(nameWithoutAuthor(stem)).toBe(expected)
})

it.each([
  'Star Wars - Thrawn',
  'Harry Potter - The Goblet of Fire',
  'Star Wars - Thrawn - Volume 3',
  'The Witcher - Blood of Elves',
  'Perry Rhodan 3100 - Chaotarchen',
  'The Expanse - 2012 - Gods of Risk',
  'Linux Journal - Issue 294 - January 2019',
  'Calvin and Hobbes - The Lazy Sunday Book',
])('leaves the series in %s', (stem) => {
  expect(nameWithoutAuthor(stem)).toBe(stem)
})
