/** Invented vocabulary: enough for a hundred thousand realistic titles. */
export const adjectives =
  'Silent Crimson Last Hidden Iron Golden Broken Wandering Frozen Endless Forgotten Burning Hollow Savage Distant Secret Paper Electric Velvet Midnight'.split(
    ' ',
  )
export const nouns =
  'Harbour Dragon Empire Garden Machine Detective Lantern Kingdom Orbit Forest Samurai Archive Clockwork Storm River Witch Station Mirror Knight Island'.split(
    ' ',
  )
export const endings =
  ' |: Origins| Rising| Zero|: The Long Night| Chronicles| & Sons| no Uta| Unlimited| Returns|: Year One| Academy'.split(
    '|',
  )
export const foreignTitles = [
  '進撃の庭',
  '銀河の図書館',
  '夜の鉄道',
  '나 혼자 읽는다',
  'Тихий Дон: комикс',
  'L’Île aux Étoiles',
  'Der Große Wal',
  'El Último Café',
  '三体的花园',
  'Ночной поезд',
]
export const givenNames =
  'Ana Ben Chiyo Dmitri Elif Farid Greta Hugo Ines Jun Kofi Lena Mika Noor Otto Priya Quinn Rosa Sven Tomoko'.split(' ')
export const familyNames =
  'Abe Brandt Cohen Duarte Eriksen Fischer Garcia Haddad Ivanov Jansen Kato Lopez Moreau Novak Osei Park Rossi Sato Takahashi Weber'.split(
    ' ',
  )
export const publishers =
  'Harbour Press|Blue Fox Comics|Kodan House|Image of Ink|Northlight|Vertex|Paper Moon|Red Lantern Books'.split('|')
export const genres =
  'Action|Adventure|Comedy|Drama|Fantasy|Horror|Mystery|Romance|Science Fiction|Slice of Life|Sports|Thriller|War'.split(
    '|',
  )
export const languages = [
  'en',
  'en',
  'en',
  'en',
  'en',
  'ja',
  'ja',
  'fr',
  'zh',
  'ko',
  'es',
  'de',
  'it',
  'ru',
  'en_US',
  'jp',
]
