import { expect, it } from 'vitest'
import { differencesInRow } from './name-rows.fixture.ts'

/**
 * A third list of names that the parser wasn't tuned for, as shops, scanners, download tools and reading apps write
 * them: file | series | volume | number | year.
 */
const NAMES = `
ゴールデンカムイ31.cbz | ゴールデンカムイ | - | 31 | -
Mob Psycho 100 - Reigen (2020).cbz | Mob Psycho 100 - Reigen | - | - | 2020
Area 51 #3.cbz | Area 51 | - | 3 | -
Nightfall - The Seventh Moon 004 (2023) (Webrip-DCP) (Lynx).cbr | Nightfall - The Seventh Moon | - | 4 | 2023
Something is Killing the Children v07 (2023) (digital) (Son of Ultron-Empire).cbr | Something is Killing the Children | 7 | - | 2023
Spider-Man - India 05 (of 05) (2023) (Digital).cbz | Spider-Man - India | - | 5 | 2023
Ultimate Universe 001 (2023) (Digital) (Shan-Empire) (- PZG -).cbz | Ultimate Universe | - | 1 | 2023
The Flash 750 (2020) (Webrip) (8 covers).cbr | The Flash | - | 750 | 2020
JLA 01 New World Order (1997).cbz | JLA | - | 1 | 1997
W0rldtr33 008 (2024) (digital) (Son of Ultron-Empire).cbz | W0rldtr33 | - | 8 | 2024
Invincible V2003 #012 (October 2004).cbz | Invincible | - | 12 | 2003
Saga (2012)/Volume 01/Saga (2012) Volume 01 Issue 003.cbz | Saga | 1 | 3 | 2012
Black Science/Black Science v2013 #001.cbz | Black Science | - | 1 | 2013
Lazarus [2013] 021.cbz | Lazarus | - | 21 | 2013
Kick-Ass (2008) #3 of 8.cbz | Kick-Ass | - | 3 | 2008
Accel World/Accel World - Volume 2 Chapter 2.cbz | Accel World | 2 | - | -
The Seven Deadly Sins/The Seven Deadly Sins - Chapter 001.cbz | The Seven Deadly Sins | - | 1 | -
Hunter Gatherer/Vol. 2/Hunter Gatherer Ch.12.cbz | Hunter Gatherer | 2 | 12 | -
MangaDex (EN)/Skip and Loafer/Vol.3 Ch.17 - Fuzzy and Quiet.cbz | Skip and Loafer | 3 | 17 | -
MangaDex (EN)/Skip and Loafer/Group A_Vol.4 Ch.19.5 - Extra.cbz | Skip and Loafer | 4 | 19.5 | -
Downloads/Asura Scans (EN)/Return of the Mount Hua Sect/Asura Scans_Chapter 112.cbz | Return of the Mount Hua Sect | - | 112 | -
Sample Source (ALL)/Ao no Hako/Official_Ch.101 - Winter.cbz | Ao no Hako | - | 101 | -
Ao no Hako/Vol. 3_Chapter 12 - Winter.cbz | Ao no Hako | 3 | 12 | -
Ao no Hako/Ao no Hako Vol 3_Ch 13.cbz | Ao no Hako | 3 | 13 | -
Eleceed/Season 2_Episode 110 - Winter.cbz | Eleceed | 2 | 110 | -
Dandadan/[0001] Ch. 1 - That's How Love Starts.cbz | Dandadan | - | 1 | -
Webtoons.com (EN)/unOrdinary/Ep. 12 - (S1) Episode 12.cbz | unOrdinary | 1 | 12 | -
Eleceed/S1 - Episode 88.cbz | Eleceed | 1 | 88 | -
The Remarried Empress (Season 3) Ep. 150.cbz | The Remarried Empress | 3 | 150 | -
Weak Hero Ep. 200 (Season Finale).cbz | Weak Hero | - | 200 | -
Frieren - Beyond Journey's End v08 (2023) (Digital) (danke-Empire).cbz | Frieren - Beyond Journey's End | 8 | - | 2023
I"s v01.cbz | I"s | 1 | - | -
MW (2010) (Digital).cbz | MW | - | - | 2010
Sgt. Frog c100.cbz | Sgt. Frog | - | 100 | -
Kaiju No. 8 Ch. 8.cbz | Kaiju No. 8 | - | 8 | -
Nura - Rise of the Yokai Clan v25 (2015) (Digital) (LostNerevarine-Empire).cbz | Nura - Rise of the Yokai Clan | 25 | - | 2015
Blue Exorcist Volume 29 Chapter 140 + 141.cbz | Blue Exorcist | 29 | 140-141 | -
[danke] Dorohedoro - v02.cbz | Dorohedoro | 2 | - | -
Parasyte - Full Color Collection v03 (2023).cbz | Parasyte - Full Color Collection | 3 | - | 2023
12 Beast v04.cbz | 12 Beast | 4 | - | -
（一般コミック）[岸本斉史] NARUTO -ナルト- 第72巻.zip | NARUTO -ナルト- | 72 | - | -
ブルーロック(30) (週刊少年マガジンコミックス).epub | ブルーロック | - | 30 | -
転生したらスライムだった件（25）.cbz | 転生したらスライムだった件 | - | 25 | -
100日後に死ぬワニ.cbz | 100日後に死ぬワニ | - | - | -
ちはやふる50巻.cbz | ちはやふる | 50 | - | -
週刊少年サンデー 2024年15号(2024年3月6日発売).zip | 週刊少年サンデー | - | 15 | 2024
キングダム70.cbz | キングダム | - | 70 | -
ゴルゴ13 第200巻.cbz | ゴルゴ13 | 200 | - | -
【漫画】灌篮高手 完全版 第03卷.zip | 灌篮高手 完全版 | 3 | - | -
鋼之鍊金術師_27完.zip | 鋼之鍊金術師 | 27 | - | -
[Kox.moe][葬送的芙莉蓮]卷09.epub | 葬送的芙莉蓮 | 9 | - | -
盗墓笔记1：七星鲁王宫.epub | 盗墓笔记 | - | 1 | -
三体2：黑暗森林.epub | 三体 | - | 2 | -
나 혼자만 레벨업 01권 (완).zip | 나 혼자만 레벨업 | 1 | - | -
미생 시즌2 15화.zip | 미생 | 2 | 15 | -
Les Vieux Fourneaux - 03 - Celui qui part.cbz | Les Vieux Fourneaux | - | 3 | -
Largo Winch T.24 - Le Centile d'or.cbz | Largo Winch | 24 | - | -
Astérix - HS - Comment Obélix est tombé dans la marmite.cbz | Astérix | - | - | -
Lanfeust Odyssey 09 - Le Stratège.cbz | Lanfeust Odyssey | - | 9 | -
Le Tueur (intégrale 2).cbz | Le Tueur | - | 2 | -
L'Attaque des Titans T34.epub | L'Attaque des Titans | 34 | - | -
Universal War One T6 Le patriarche.cbr | Universal War One | 6 | - | -
Asterix 40 - Die weiße Iris.epub | Asterix | - | 40 | -
Perry Rhodan 3250_ Der Ruf der Sterne.epub | Perry Rhodan | - | 3250 | -
Mosaik - Abrafaxe Heft 571 (2023).cbz | Mosaik - Abrafaxe | - | 571 | 2023
Detektiv Conan Bd. 102.cbz | Detektiv Conan | 102 | - | -
One Piece Vol 106 (Star Comics).cbz | One Piece | 106 | - | -
Mortadelo y Filemón - Olé! 205.cbz | Mortadelo y Filemón - Olé! | - | 205 | -
Blacksad 06 - Todo cae (Primera parte).cbz | Blacksad | - | 6 | -
Chainsaw Man Vol. 05 (Panini BR).cbz | Chainsaw Man | 5 | - | -
Almanaque do Cebolinha Nº 12.cbz | Almanaque do Cebolinha | - | 12 | -
Магическая битва - Том 0.cbz | Магическая битва | 0 | - | -
Стальной алхимик - т05 г20.cbz | Стальной алхимик | 5 | 20 | -
Бесобой Выпуск 12.cbr | Бесобой | - | 12 | -
Thorgal Tom 40 - Tupilaki.cbz | Thorgal | 40 | - | -
ABC 1972-05.cbz | ABC | - | - | 1972
วันพีซ เล่ม 105.cbz | วันพีซ | 105 | - | -
Thám tử lừng danh Conan - Tập 100.cbz | Thám tử lừng danh Conan | 100 | - | -
walkingdead_vol01.cbz | walkingdead | 1 | - | -
JudgeDredd_TheCompleteCaseFiles01.cbz | JudgeDredd TheCompleteCaseFiles | - | 1 | -
thebeautyvol2.epub | thebeauty | 2 | - | -
Mistborn_ The Final Empire (The Mistborn Saga Book 1).epub | The Mistborn Saga | - | 1 | -
The Eye of the World_ Book One of The Wheel of Time.epub | The Wheel of Time | - | 1 | -
Red Rising - Pierce Brown.epub | Red Rising | - | - | -
The Apothecary Diaries 12 (Light Novel).epub | The Apothecary Diaries | - | 12 | -
Andrzej Sapkowski - [The Witcher 00.5] - The Last Wish (retail) (epub).epub | The Witcher | - | 0.5 | -
New Scientist - 12 August 2023 - No 3451.pdf | New Scientist | - | 3451 | 2023
The Sacrificers 006 (2024) (Digital) (Mephisto-Empire).cbr | The Sacrificers | - | 6 | 2024
Alien (2022) 003 (2022) (Digital) (Zone-Empire).cbz | Alien | - | 3 | 2022
Star Wars - The High Republic (2022) #10.cbz | Star Wars - The High Republic | - | 10 | 2022
20 Million Miles More 02 (2007).cbz | 20 Million Miles More | - | 2 | 2007
Moon Knight Omnibus v01 (2020) (Digital) (Kileko-Empire).cbz | Moon Knight | 1 | - | 2020
MIND MGMT 019 (2014) (digital).cbz | MIND MGMT | - | 19 | 2014
Conan the Barbarian v4 #13.cbz | Conan the Barbarian | 4 | 13 | -
Plutona TPB (2016).cbz | Plutona | - | - | 2016
Seven to Eternity (2016)/Seven to Eternity #017 (2021).cbz | Seven to Eternity | 2016 | 17 | 2021
Gideon Falls (2018)/Gideon Falls Vol. 06 - The End.cbz | Gideon Falls | 6 | - | -
Chrononauts - Futureshock 1-4 (2019).cbz | Chrononauts - Futureshock | - | 1-4 | 2019
Nimona.cbz | Nimona | - | - | -
Diary of a Wimpy Kid 18 - No Brainer.epub | Diary of a Wimpy Kid | - | 18 | -
Akane-banashi 100 (2024) (Digital) (1r0n).cbz | Akane-banashi | - | 100 | 2024
[LuCaZ] Land of the Lustrous v12 [Digital].cbz | Land of the Lustrous | 12 | - | -
Pluto - Urasawa x Tezuka v08 (2010) (Digital).cbz | Pluto - Urasawa x Tezuka | 8 | - | 2010
H2 v34.cbz | H2 | 34 | - | -
Uzumaki - 3-in-1 Deluxe Edition (2013).cbz | Uzumaki - 3-in-1 Deluxe Edition | - | - | 2013
Slam Dunk (New Edition) Vol. 20.cbz | Slam Dunk | 20 | - | -
Monster v01-18 + Extras (2006).zip | Monster | 1-18 | - | 2006
Mihon/Oshi no Ko/MangaPlus_Chapter 150.cbz | Oshi no Ko | - | 150 | -
Manhwa/Nano Machine/Reaper Scans_Ch.180.cbz | Nano Machine | - | 180 | -
Wind Breaker/Season 4 Episode 12.cbz | Wind Breaker | 4 | 12 | -
The Horizon/Ep. 21 - Epilogue.cbz | The Horizon | - | 21 | -
lets-play-season-2-episode-10.cbz | lets play | 2 | 10 | -
薬屋のひとりごと12巻.cbz | 薬屋のひとりごと | 12 | - | -
僕のヒーローアカデミア40.cbz | 僕のヒーローアカデミア | - | 40 | -
BLUE GIANT 第10集.cbz | BLUE GIANT | 10 | - | -
アオアシ（33）.cbz | アオアシ | - | 33 | -
ゴルゴ13.cbz | ゴルゴ13 | - | - | -
ジョジョの奇妙な冒険 第7部 第12巻.zip | ジョジョの奇妙な冒険 第7部 | 12 | - | -
かぐや様は告らせたい 28 ～天才たちの恋愛頭脳戦～.cbz | かぐや様は告らせたい | - | 28 | -
凡人修仙传 (1-2446章全).epub | 凡人修仙传 | - | 1-2446 | -
원피스107.zip | 원피스 | - | 107 | -
Les Indes fourbes (One-shot).cbz | Les Indes fourbes | - | - | -
Murena T.1 à 4 (cycle 1).cbz | Murena | 1-4 | - | -
Walking Dead T33 - Épilogue.cbz | Walking Dead | 33 | - | -
Lucky Luke (Gesamtausgabe 12).cbz | Lucky Luke | - | 12 | -
Rat-Man Collection n. 100.cbz | Rat-Man Collection | - | 100 | -
Mafalda Todas las tiras vol. 3.cbz | Mafalda Todas las tiras | 3 | - | -
Monica's Gang #5.cbz | Monica's Gang | - | 5 | -
Донжон. Зенит. Том 2.cbz | Донжон. Зенит | 2 | - | -
Ведьмак. Книга 4. Час презрения.epub | Ведьмак | 4 | - | -
Čtyřlístek 100 - Narozeniny.cbz | Čtyřlístek | - | 100 | -
Asterix 12. rész.cbz | Asterix | - | 12 | -
Lupin III - Bölüm 5.cbz | Lupin III | - | 5 | -
giantdays_vol_02.pdf | giantdays | 2 | - | -
Girls.v01.Conception.2005.Digital.cbz | Girls | 1 | - | 2005
Project Gutenberg - Dracula by Bram Stoker.epub | Project Gutenberg - Dracula | - | - | -
The Blade Itself_ Book One of the First Law.epub | The First Law | - | 1 | -
Assassin's Apprentice (The Farseer Trilogy, Book 1).epub | The Farseer Trilogy | - | 1 | -
Le Guin, Ursula K_ - The Tombs of Atuan.epub | The Tombs of Atuan | - | - | -
Wings of Fire 15 - The Flames of Hope.epub | Wings of Fire | - | 15 | -
Les Misérables Tome II - Victor Hugo.epub | Les Misérables | 2 | - | -
The Saga of Tanya the Evil, Vol. 12 (light novel)_ Mors Certa.epub | The Saga of Tanya the Evil | 12 | - | -
Mac & i Heft 1 2024.pdf | Mac & i | - | 1 | 2024
Focus 377 - Marzo 2024.pdf | Focus | - | 377 | 2024
`

it('reads names of shops, scanners and apps', () => {
  expect(NAMES.trim().split('\n').flatMap(differencesInRow)).toEqual([])
})
