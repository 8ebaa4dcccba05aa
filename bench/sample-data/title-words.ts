/** Words for titles that look like real ones, in several scripts. */
export const vocabularies: readonly { language: string; weight: number; words: readonly string[]; joint: string }[] = [
  {
    language: 'en',
    weight: 55,
    joint: ' ',
    words:
      'night dragon king shadow blood moon iron city ghost winter summer star blade storm silver golden dark light crown river stone wolf raven fire ice queen prince knight tower garden island ocean desert forest mountain secret broken hidden lost last first new old red blue black white green wild silent burning falling rising dead living eternal final hunter keeper maker dancer walker rider driver thief doctor captain detective monster machine planet galaxy orbit engine signal code zero hero legend saga chronicle tales stories adventures journey quest war peace love hate hope fear dream memory time space mirror window door key lock chain ring sword shield arrow gun bullet rocket train ship bridge road street house castle school academy club team band song music dance theatre'.split(
        ' ',
      ),
  },
  {
    language: 'fr',
    weight: 12,
    joint: ' ',
    words:
      'l’île château mystère étoile hiver été forêt rêve épée royaume ombre lumière lune soleil océan désert médecin élève garçon fille mère père frère sœur cœur âme esprit démon ange héros légende conte chanson théâtre musée café rue ville pont tour jardin fenêtre porte clé secret trésor pirate chevalier sorcière dragon loup ours'.split(
        ' ',
      ),
  },
  {
    language: 'ja',
    weight: 18,
    joint: '',
    words:
      '進撃 巨人 鬼滅 刃 呪術 廻戦 銀河 鉄道 海賊 王 忍者 伝説 学園 魔法 少女 戦士 東京 京都 夜 月 星 空 風 雷 火 水 花 桜 猫 犬 竜 虎 の と 物語 日記 探偵 冒険 世界 時間 旅人 ナルト ドラゴン キング ワールド ゼロ はじめ ひかり まほう'.split(
        ' ',
      ),
  },
  {
    language: 'de',
    weight: 6,
    joint: ' ',
    words:
      'Nächte Drache König Schatten Mond Eisen Straße Geist Winter Sommer Stern Klinge Sturm Gold dunkel Licht Krone Fluß Stein Wolf Rabe Feuer Eis Königin Prinz Ritter Turm Garten Insel Meer Wüste Wald Berg'.split(
        ' ',
      ),
  },
  {
    language: 'ru',
    weight: 5,
    joint: ' ',
    words:
      'ночь дракон король тень кровь луна город призрак зима лето звезда клинок буря серебро свет река камень волк ворон огонь лёд'.split(
        ' ',
      ),
  },
  {
    language: 'ko',
    weight: 4,
    joint: ' ',
    words: '나 혼자만 레벨업 신의 탑 밤 용 왕 그림자 달 도시 유령 겨울 여름 별 검 폭풍 빛 강 돌 늑대'.split(' '),
  },
]

export const genreNames =
  'Action,Adventure,Comedy,Drama,Fantasy,Horror,Mystery,Romance,Science Fiction,Slice of Life,Sports,Superhero,Thriller,Historical,Supernatural,Psychological,Mecha,Music,Crime,Western,War,Cyberpunk,Steampunk,Cooking,Medical,School,Military,Martial Arts,Vampires,Zombies,Samurai,Pirates,Detective,Satire,Biography,Poetry,Essay,Travel,Nature,Philosophy'.split(
    ',',
  )

const given =
  'Akira Naoko Hiro Yumi Jean Marie Pierre Anna Ivan Olga Kim Lee Neil Alan Grant Fiona Élodie Søren Łukasz José Chloé Jürgen'.split(
    ' ',
  )
const family =
  'Tanaka Suzuki Sato Ito Dubois Moreau Lefèvre Novák Petrov Ivanova Park Choi Moore Gaiman Morrison Staples Øster Kowalski García Müller Weiß Andō Kōda Urasawa Miller'.split(
    ' ',
  )

/** The n-th person: as many as needed, no two alike. */
export function personName(index: number): string {
  const first = given[index % given.length]!
  const last = family[Math.floor(index / given.length) % family.length]!
  const round = Math.floor(index / (given.length * family.length))
  return round === 0 ? `${first} ${last}` : `${first} ${last} ${round + 1}`
}
