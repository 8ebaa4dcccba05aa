import { expect, it } from 'vitest'
import { differencesInRow } from './name-rows.fixture.ts'

/**
 * A second list of names that the parser wasn't tuned for, typical of collections from the United States, France,
 * Italy, Germany, Spain, Japan and Korea: file | series | volume | number | year.
 */
const NAMES = `
Daredevil 012 (2020) (Digital) (Zone-Empire).cbz | Daredevil | - | 12 | 2020
Hawkeye - Freefall 003 (2020) (Digital) (Mephisto-Empire).cbr | Hawkeye - Freefall | - | 3 | 2020
Paper Girls 027 (2019) (digital) (d'argh-Empire).cbz | Paper Girls | - | 27 | 2019
East of West v09 (2018) (Digital) (Zone-Empire).cbz | East of West | 9 | - | 2018
Criminal - The Last of the Innocent 01 (of 04) (2011) (Minutemen-DTs).cbz | Criminal - The Last of the Innocent | - | 1 | 2011
Usagi Yojimbo #145 (2014).cbz | Usagi Yojimbo | - | 145 | 2014
Usagi Yojimbo Book 34 - Bunraku and Other Stories (2020).cbz | Usagi Yojimbo | 34 | - | 2020
Swamp Thing v2 021 (1984) (c2c) (Bchry-DCP).cbr | Swamp Thing | 2 | 21 | 1984
The Wicked + The Divine 045 (2019) (Digital).cbz | The Wicked + The Divine | - | 45 | 2019
Black Hammer - Age of Doom 007 (2018) (digital) (Son of Ultron-Empire).cbr | Black Hammer - Age of Doom | - | 7 | 2018
Ms. Marvel 19 (2017).cbz | Ms. Marvel | - | 19 | 2017
Immortal Hulk 0 (2020) (Digital).cbz | Immortal Hulk | - | 0 | 2020
Monstress - Talk-Stories 002 (2020) (Digital) (Zone-Empire).cbz | Monstress - Talk-Stories | - | 2 | 2020
Free Comic Book Day 2019 - Spider-Man.cbz | Free Comic Book Day 2019 - Spider-Man | - | - | -
Fantastic Four Annual 001 (2018) (Digital) (Zone-Empire).cbr | Fantastic Four Annual | - | 1 | 2018
Locke & Key - Alpha 02 (of 02) (2013).cbz | Locke & Key - Alpha | - | 2 | 2013
30 Days of Night 003 (2002).cbz | 30 Days of Night | - | 3 | 2002
Thor - God of Thunder 025 (2014) (Digital) (Zone-Empire).cbr | Thor - God of Thunder | - | 25 | 2014
Astro City v03 - Family Album (1998).cbz | Astro City | 3 | - | 1998
Ice Cream Man - Volume 05 - Other Confections (2020) (Digital).cbz | Ice Cream Man | 5 | - | 2020
Bone 01 - Out from Boneville (2005).cbr | Bone | - | 1 | 2005
X-Force (2019-) 012.cbz | X-Force | - | 12 | 2019
Marvel Two-in-One 008 (2018).cbz | Marvel Two-in-One | - | 8 | 2018
Hellblazer 005-006 (1988).cbz | Hellblazer | - | 5-6 | 1988
Deadly Class #44 (2020) (Digital-Empire).cbz | Deadly Class | - | 44 | 2020
Image Comics/Outcast/Outcast 041 (2019).cbz | Outcast | - | 41 | 2019
Spirou et Fantasio - Tome 14 - Le prisonnier du Bouddha.cbz | Spirou et Fantasio | 14 | - | -
Gaston Lagaffe - T08 - Lagaffe mérite des baffes (1979).cbr | Gaston Lagaffe | 8 | - | 1979
Les Tuniques Bleues T52 - Des Bleus dans le brouillard.cbz | Les Tuniques Bleues | 52 | - | -
Largo Winch 16 - La voie et la vertu.pdf | Largo Winch | - | 16 | -
XIII - T01 - Le jour du soleil noir.cbz | XIII | 1 | - | -
Buddy Longway - L'intégrale - Tome 2.cbz | Buddy Longway | 2 | - | -
Le Chat du Rabbin T03 L'Exode.cbz | Le Chat du Rabbin | 3 | - | -
Lucky Luke - Hors-série - La mine d'or de Dick Digger.cbz | Lucky Luke | - | - | -
Sillage - 05 - J.V.J..cbz | Sillage | - | 5 | -
Spirou n° 4321 (2021).pdf | Spirou | - | 4321 | 2021
Fluide Glacial N°512.pdf | Fluide Glacial | - | 512 | -
Les Cahiers d'Esther - Histoires de mes 10 ans.cbz | Les Cahiers d'Esther - Histoires de mes 10 ans | - | - | -
Le Scorpion/Le Scorpion - T04 - Le démon du Vatican.cbz | Le Scorpion | 4 | - | -
Julia 245 - Il caso della donna sola (2019).cbz | Julia | - | 245 | 2019
Nathan Never n. 312 - La fine del tempo.cbr | Nathan Never | - | 312 | -
Diabolik Anno LX n. 4.cbz | Diabolik | - | 4 | -
Topolino 3456 (2022).cbz | Topolino | - | 3456 | 2022
Corto Maltese - Volume secondo.cbz | Corto Maltese | 2 | - | -
Dampyr 001 - Il figlio del diavolo.cbr | Dampyr | - | 1 | -
Alan Ford n°25 - Frit, il ladro.cbz | Alan Ford | - | 25 | -
Lupo Alberto Vol. 3.cbz | Lupo Alberto | 3 | - | -
Perry Rhodan 3150 - Auf der Suche.epub | Perry Rhodan | - | 3150 | -
Perry Rhodan Neo 250 - Zeitenwende.epub | Perry Rhodan Neo | - | 250 | -
Das Schwarze Auge Band 12 - Die Gabe.epub | Das Schwarze Auge | 12 | - | -
Nick Knatterton Bd 2.cbr | Nick Knatterton | 2 | - | -
Clever & Smart 045 (1980).cbz | Clever & Smart | - | 45 | 1980
Gespenster Geschichten Nr. 876.cbz | Gespenster Geschichten | - | 876 | -
Digedags - Band 03 - Die Digedags in Amerika.pdf | Digedags | 3 | - | -
Yps Heft 1234.pdf | Yps | - | 1234 | -
c't 2021-14.pdf | c't | - | 14 | 2021
GEO Epoche Nr. 98 (2019).pdf | GEO Epoche | - | 98 | 2019
Micky Maus 1987-22.cbz | Micky Maus | - | 22 | 1987
Die Schlümpfe 07 - Der Astronautenschlumpf.cbz | Die Schlümpfe | - | 7 | -
Mafalda 04.cbr | Mafalda | - | 4 | -
Blacksad - Volumen 4 - El infierno, el silencio.cbz | Blacksad | 4 | - | -
El Capitán Trueno nº 125.cbr | El Capitán Trueno | - | 125 | -
Torpedo 1936 - Tomo 5 (de 5).cbz | Torpedo 1936 | 5 | - | -
Paracuellos 2 - Auxilio Social.cbz | Paracuellos | - | 2 | -
Zipi y Zape (Magos del Humor 15).cbz | Zipi y Zape | - | - | -
El Jueves Núm. 2200 (2019).pdf | El Jueves | - | 2200 | 2019
Arrugas (Paco Roca, 2007).cbz | Arrugas | - | - | 2007
Kingdom v45 (2020) (Digital) (1r0n).cbz | Kingdom | 45 | - | 2020
Blue Lock - c210 (v25) [Kodansha].cbz | Blue Lock | 25 | 210 | -
Blue Lock 210 (2023) (Digital) (1r0n).cbz | Blue Lock | - | 210 | 2023
Hunter x Hunter v36 (2019) (Digital) (LuCaZ).cbz | Hunter x Hunter | 36 | - | 2019
[Viz] Slam Dunk v12.cbz | Slam Dunk | 12 | - | -
[HorribleScans] Golden Kamuy Ch. 305 [HQ].zip | Golden Kamuy | - | 305 | -
Spy x Family - Chapter 098.5 - Extra Mission.cbz | Spy x Family | - | 98.5 | -
Oyasumi Punpun Vol.07 Ch.074.cbz | Oyasumi Punpun | 7 | 74 | -
Sousou no Frieren - Vol. 11 Ch. 107 - A Conclusion.cbz | Sousou no Frieren | 11 | 107 | -
Kaguya-sama - Love Is War v28 (2023) (Digital).cbz | Kaguya-sama - Love Is War | 28 | - | 2023
Bakuman_v03_c018[Band of the Hawks].zip | Bakuman | 3 | 18 | -
Monster - Perfect Edition v02 (2014) (Digital).cbz | Monster | 2 | - | 2014
Dorohedoro v23 (2018) (Digital) (danke-Empire) {HQ}.cbz | Dorohedoro | 23 | - | 2018
Asadora! 05.cbz | Asadora! | - | 5 | -
Komi-san wa Komyushou Desu 345.cbz | Komi-san wa Komyushou Desu | - | 345 | -
Hajime no Ippo Round 1412.cbz | Hajime no Ippo | - | 1412 | -
Detective Conan File 1100.cbz | Detective Conan | - | 1100 | -
Black Jack ni Yoroshiku v01-13 complete.zip | Black Jack ni Yoroshiku | 1-13 | - | -
Houseki no Kuni/Volume 08/Chapter 062.cbz | Houseki no Kuni | 8 | 62 | -
Dungeon Meshi/Dungeon Meshi v12.cbz | Dungeon Meshi | 12 | - | -
[吾峠呼世晴] 鬼滅の刃 第23巻.zip | 鬼滅の刃 | 23 | - | -
キングダム 第701話 [aKraa].cbz | キングダム | - | 701 | -
名探偵コナン 102巻 (少年サンデーコミックス).cbz | 名探偵コナン | 102 | - | -
呪術廻戦 0.cbz | 呪術廻戦 | - | 0 | -
(一般コミック) [浦沢直樹] 20世紀少年 第08巻.rar | 20世紀少年 | 8 | - | -
よつばと！ 15.cbz | よつばと！ | - | 15 | -
葬送のフリーレン（12）.epub | 葬送のフリーレン | - | 12 | -
ブルーピリオド(7).cbz | ブルーピリオド | - | 7 | -
月刊アフタヌーン 2022年5月号.zip | 月刊アフタヌーン | - | 5 | 2022
ちいかわ 上巻.cbz | ちいかわ | 1 | - | -
Mushoku Tensei - Jobless Reincarnation - Volume 22 [Seven Seas][Kobo].epub | Mushoku Tensei - Jobless Reincarnation | 22 | - | -
Overlord, Vol. 14 (light novel).epub | Overlord | 14 | - | -
Ascendance of a Bookworm - Part 4 Volume 7.epub | Ascendance of a Bookworm - Part 4 | 7 | - | -
Re-ZERO -Starting Life in Another World- Vol. 18 (light novel) (2021).epub | Re-ZERO -Starting Life in Another World- | 18 | - | 2021
The Apothecary Diaries LN 05.epub | The Apothecary Diaries | - | 5 | -
86--EIGHTY-SIX, Vol. 10.epub | 86--EIGHTY-SIX | 10 | - | -
Sword Art Online 26 - Unital Ring V (Yen Press) (2023).epub | Sword Art Online | - | 26 | 2023
Spice and Wolf Volume 03.epub | Spice and Wolf | 3 | - | -
Tower of God/Season 1/Episode 045.cbz | Tower of God | 1 | 45 | -
Tower of God - S3 Ep. 112.cbz | Tower of God | 3 | 112 | -
Solo Leveling - Ep. 179 (END).cbz | Solo Leveling | - | 179 | -
Omniscient Reader Chapter 150.cbz | Omniscient Reader | - | 150 | -
the-beginning-after-the-end-ch-175.cbz | the beginning after the end | - | 175 | -
Questionable Content 4500.cbz | Questionable Content | - | 4500 | -
Noblesse [Season 5] 320.cbz | Noblesse | 5 | 320 | -
Solo Leveling Season 2 Episode 110.cbz | Solo Leveling | 2 | 110 | -
名探偵コナン 100巻+101巻.zip | 名探偵コナン | 100-101 | - | -
나 혼자만 레벨업 12권.cbz | 나 혼자만 레벨업 | 12 | - | -
신의 탑 3부 45화.cbz | 신의 탑 | 3 | 45 | -
The Economist - 12 March 2022.pdf | The Economist | - | - | 2022
Wired UK 2021-07-08.pdf | Wired UK | - | - | 2021
PC Gamer UK Issue 365 January 2022.pdf | PC Gamer UK | - | 365 | 2022
Retro Gamer - Issue 234.pdf | Retro Gamer | - | 234 | -
New Scientist 20200815.pdf | New Scientist | - | - | 2020
MagPi 108.pdf | MagPi | - | 108 | -
Linux Format No. 280.pdf | Linux Format | - | 280 | -
Heavy Metal v05 n03 (1981-06).cbz | Heavy Metal | 5 | 3 | 1981
Isaac Asimov - Foundation 02 - Foundation and Empire.epub | Foundation | - | 2 | -
Brandon Sanderson - [Stormlight Archive 03] - Oathbringer.epub | Stormlight Archive | - | 3 | -
Robert Jordan - The Wheel of Time 07 - A Crown of Swords (1996).epub | The Wheel of Time | - | 7 | 1996
Jane Austen - Emma.epub | Emma | - | - | -
Colette - Chéri.epub | Chéri | - | - | -
Voltaire - Candide.epub | Candide | - | - | -
The Fellowship of the Ring - J. R. R. Tolkien.epub | The Fellowship of the Ring | - | - | -
Le Comte de Monte-Cristo - Tome 1 - Alexandre Dumas.epub | Le Comte de Monte-Cristo | 1 | - | -
Liu Cixin - Remembrance of Earth's Past 1 - The Three-Body Problem.epub | Remembrance of Earth's Past | - | 1 | -
Stephen King - 11-22-63 (2011).epub | 11-22-63 | - | - | 2011
George Orwell - 1984.epub | 1984 | - | - | -
Agatha Christie - Hercule Poirot 10 - Murder on the Orient Express.epub | Hercule Poirot | - | 10 | -
Murderbot Diaries #2 - Artificial Condition.epub | Murderbot Diaries | - | 2 | -
Donna Leon/Commissario Brunetti 05 - Acqua alta.epub | Commissario Brunetti | - | 5 | -
Jo Nesbø - Harry Hole 7 - Der Leopard.epub | Harry Hole | - | 7 | -
Herbert, Frank - Dune Messiah.epub | Dune Messiah | - | - | -
Catch-22.epub | Catch-22 | - | - | -
Fahrenheit 451.epub | Fahrenheit 451 | - | - | -
Doctor Strange - Damnation 002 (2018) (Digital) (Zone-Empire).cbr | Doctor Strange - Damnation | - | 2 | 2018
Grendel - Devil's Odyssey 005 (2021) (digital) (Son of Ultron-Empire).cbr | Grendel - Devil's Odyssey | - | 5 | 2021
Stray Bullets - Sunshine & Roses 042 (2020) (Digital).cbz | Stray Bullets - Sunshine & Roses | - | 42 | 2020
Lazarus v06 (2018) (Digital) (Zone-Empire).cbz | Lazarus | 6 | - | 2018
Fables 150 (2015) (Digital) (Darkness-Empire).cbz | Fables | - | 150 | 2015
Kill or Be Killed #20 (2018).cbz | Kill or Be Killed | - | 20 | 2018
The Goon - Occasion of Revenge 03 (of 04) (2014) (digital).cbz | The Goon - Occasion of Revenge | - | 3 | 2014
Captain America 700 (2018) (Digital) (Zone-Empire).cbr | Captain America | - | 700 | 2018
Strangers in Paradise XXV 008 (2018) (Digital).cbz | Strangers in Paradise XXV | - | 8 | 2018
Cerebus v01 (1987) (c2c).cbr | Cerebus | 1 | - | 1987
Batman - Dark Patterns 01 (of 12) (2025).cbz | Batman - Dark Patterns | - | 1 | 2025
JLA-Avengers 04 (of 04) (2004).cbz | JLA-Avengers | - | 4 | 2004
Birds of Prey 012 (2024) (Webrip) (The Last Kryptonian-DCP).cbz | Birds of Prey | - | 12 | 2024
Conan the Barbarian 100 (1979) (c2c) (Superscan).cbr | Conan the Barbarian | - | 100 | 1979
Nexus v2 #014.cbz | Nexus | 2 | 14 | -
Top 10 - Season Two 01 (2008).cbr | Top 10 - Season Two | - | 1 | 2008
Dark Horse Presents 157 (2000).cbz | Dark Horse Presents | - | 157 | 2000
Love and Rockets Library v05 - Perla la Loca.cbz | Love and Rockets Library | 5 | - | -
Marvel/Ultimate Spider-Man/Ultimate Spider-Man 006 (2024).cbz | Ultimate Spider-Man | - | 6 | 2024
Giant Days Vol 14.cbz | Giant Days | 14 | - | -
Achille Talon - T12 - Achille Talon et l'arme du crocodile.cbz | Achille Talon | 12 | - | -
Yoko Tsuno - Tome 30 - Anges et faucons (2022).cbz | Yoko Tsuno | 30 | - | 2022
Aldébaran - T04 - Le groupe (1997) [Digital-1920].cbr | Aldébaran | 4 | - | 1997
Le Grand Mort 03 - Blanche.cbz | Le Grand Mort | - | 3 | -
Undertaker T6 - Salvaje.cbz | Undertaker | 6 | - | -
Les Passagers du vent - Livre 2 - Le ponton.cbz | Les Passagers du vent | 2 | - | -
L'Incal - Tome premier.cbz | L'Incal | 1 | - | -
Le Journal de Mickey n°3600.pdf | Le Journal de Mickey | - | 3600 | -
Pilote Mensuel N° 12 (1975).cbr | Pilote Mensuel | - | 12 | 1975
Donjon Zénith - T03 - La princesse des barbares.cbz | Donjon Zénith | 3 | - | -
BD/Rahan/Rahan - T15 - Le pays à peau blanche.cbz | Rahan | 15 | - | -
Boule et Bill 34 - Un amour de cocker.cbz | Boule et Bill | - | 34 | -
Zagor 678 - La palude dei dannati (2022).cbz | Zagor | - | 678 | 2022
Mister No n. 122 - Sangue sul Rio Negro.cbr | Mister No | - | 122 | -
Kriminal Anno IV n. 12.cbr | Kriminal | - | 12 | -
Rat-Man 100 - La fine.cbz | Rat-Man | - | 100 | -
Sturmtruppen vol. 4.cbz | Sturmtruppen | 4 | - | -
Le Storie n. 45.cbz | Le Storie | - | 45 | -
L'Eternauta - Parte seconda.cbz | L'Eternauta | 2 | - | -
Max Fridman - Volume primo - Rapsodia ungherese.cbz | Max Fridman | 1 | - | -
Fix und Foxi Heft 234 (1960).cbz | Fix und Foxi | - | 234 | 1960
Prinz Eisenherz Band 21 - Jahrgang 1977-1978.cbz | Prinz Eisenherz | 21 | - | -
John Sinclair 2345 - Der Dämonenjäger.epub | John Sinclair | - | 2345 | -
Das Magazin Nr. 7 2019.pdf | Das Magazin | - | 7 | 2019
Nibelungen - Zweiter Teil.cbz | Nibelungen | 2 | - | -
Isnogud Bd. 11.cbr | Isnogud | 11 | - | -
Der Rote Korsar - Gesamtausgabe 4.cbz | Der Rote Korsar | - | 4 | -
Vampirella Magazin 12.cbz | Vampirella Magazin | - | 12 | -
Mortadelo y Filemón 187 - La gripe U.cbz | Mortadelo y Filemón | - | 187 | -
El Víbora nº 45 (1983).cbr | El Víbora | - | 45 | 1983
Sargento Kirk - Tomo 2.cbz | Sargento Kirk | 2 | - | -
Anacleto, agente secreto 03.cbz | Anacleto, agente secreto | - | 3 | -
Las aventuras de Tintín - 16 - Objetivo - La Luna.cbz | Las aventuras de Tintín | - | 16 | -
Witch Hat Atelier v11 (2023) (Digital) (danke-Empire).cbz | Witch Hat Atelier | 11 | - | 2023
Ajin - Demi-Human v17 (2021) (Digital) (1r0n).cbz | Ajin - Demi-Human | 17 | - | 2021
[Mangastream] Bleach - 686 [HQ].zip | Bleach | - | 686 | -
Yofukashi no Uta Ch. 200.cbz | Yofukashi no Uta | - | 200 | -
[Nightow Yasuhiro] Kekkai Sensen Vol.03.zip | Kekkai Sensen | 3 | - | -
Made in Abyss - Chapter 062.5.cbz | Made in Abyss | - | 62.5 | -
Jujutsu Kaisen 236v2 (2023) (Digital).cbz | Jujutsu Kaisen | - | 236 | 2023
One-Punch Man v27 c140-143.cbz | One-Punch Man | 27 | 140-143 | -
Tokyo Ghoul - re v05.cbz | Tokyo Ghoul - re | 5 | - | -
Claymore_v14_c074_[Fallen_Syndicate].zip | Claymore | 14 | 74 | -
Nana Vol 21 Chapter 80.cbz | Nana | 21 | 80 | -
Gokushufudou - The Way of the House Husband 105.cbz | Gokushufudou - The Way of the House Husband | - | 105 | -
Vagabond/Vol. 37/Vagabond - 321.cbz | Vagabond | 37 | 321 | -
銀魂 第77巻.zip | 銀魂 | 77 | - | -
[荒川弘] 銀の匙 第15巻.rar | 銀の匙 | 15 | - | -
ハイキュー!! 第402話.cbz | ハイキュー!! | - | 402 | -
ゴールデンカムイ 31.cbz | ゴールデンカムイ | - | 31 | -
推しの子 (3).epub | 推しの子 | - | 3 | -
週刊ヤングマガジン 2023年10号.zip | 週刊ヤングマガジン | - | 10 | 2023
別冊少年マガジン 2021年5月号.zip | 別冊少年マガジン | - | 5 | 2021
チ。―地球の運動について― 8.cbz | チ。―地球の運動について― | - | 8 | -
Konosuba - God's Blessing on This Wonderful World! Vol. 12 (light novel).epub | Konosuba - God's Blessing on This Wonderful World! | 12 | - | -
Classroom of the Elite - Year 2 Vol. 4.5.epub | Classroom of the Elite - Year 2 | 4.5 | - | -
That Time I Got Reincarnated as a Slime, Vol. 15 [Yen On][Kobo].epub | That Time I Got Reincarnated as a Slime | 15 | - | -
Baccano! LN 03.epub | Baccano! | - | 3 | -
Goblin Slayer Volume 11 (2021).epub | Goblin Slayer | 11 | - | 2021
Eleceed - Ep. 245.cbz | Eleceed | - | 245 | -
The God of High School/S1/Ep. 12.cbz | The God of High School | 1 | 12 | -
Unordinary Episode 301.cbz | Unordinary | - | 301 | -
lookism-chapter-480.cbz | lookism | - | 480 | -
전지적 독자 시점 3권.cbz | 전지적 독자 시점 | 3 | - | -
Scientific American - October 2020.pdf | Scientific American | - | - | 2020
The New Yorker 2021-03-15.pdf | The New Yorker | - | - | 2021
Der Spiegel 20210313.pdf | Der Spiegel | - | - | 2021
Edge Issue 352.pdf | Edge | - | 352 | -
Sight & Sound v31 n05 (2021).pdf | Sight & Sound | 31 | 5 | 2021
2600 Magazine 38-1.pdf | 2600 Magazine | - | 38-1 | -
Ann Leckie - Imperial Radch 02 - Ancillary Sword.epub | Imperial Radch | - | 2 | -
James S. A. Corey - The Expanse 05 - Nemesis Games (2015).epub | The Expanse | - | 5 | 2015
N. K. Jemisin - The Stone Sky (2017).epub | The Stone Sky | - | - | 2017
Homer - The Odyssey.epub | The Odyssey | - | - | -
Stendhal - Le Rouge et le Noir.epub | Le Rouge et le Noir | - | - | -
Plato - Symposium (2008).epub | Symposium | - | - | 2008
Piranesi - Susanna Clarke.epub | Piranesi | - | - | -
The Name of the Wind (The Kingkiller Chronicle #1).epub | The Kingkiller Chronicle | - | 1 | -
Dan Simmons - Hyperion Cantos 1 - Hyperion.epub | Hyperion Cantos | - | 1 | -
Slaughterhouse-Five.epub | Slaughterhouse-Five | - | - | -
[小野不由美] 十二国記 04 風の万里 黎明の空(上).epub | 十二国記 | - | 4 | -
航海王 卷一百零三.cbz | 航海王 | 103 | - | -
斗破苍穹 第256话 (上).cbz | 斗破苍穹 | - | 256 | -
【长鸿】【夏目友人帐】【绿川幸】第08卷.zip | 夏目友人帐 | 8 | - | -
[Kmoe][鏈鋸人]卷05.mobi | 鏈鋸人 | 5 | - | -
[Mox.moe]間諜過家家_話080-089.kepub.epub | 間諜過家家 | - | 80-89 | -
乌龙院大长篇 第3部 第12册.zip | 乌龙院大长篇 第3部 | 12 | - | -
哈利·波特与火焰杯 - J.K.罗琳.epub | 哈利·波特与火焰杯 | - | - | -
狼と香辛料 XVII Epilogue.epub | 狼と香辛料 | 17 | - | -
【推しの子】 16.epub | [推しの子] | - | 16 | -
L'Arabe du futur (Tome 3) - Une jeunesse au Moyen-Orient (1985-1987).epub | L'Arabe du futur | 3 | - | 1985
Le Monde - Samedi 14 octobre 2023.pdf | Le Monde | - | - | 2023
Die Zeit 2023-41.epub | Die Zeit | - | 41 | 2023
Funky Koval cz. 3.cbr | Funky Koval | 3 | - | -
Donald Duck - 2023 - 28.cbz | Donald Duck | - | 28 | 2023
Alan Ford br. 345 - Klub.cbr | Alan Ford | - | 345 | -
Лукьяненко Сергей - Дозоры 3. Сумеречный дозор.epub | Дозоры | - | 3 | -
Мир фантастики №235 (июнь 2023).pdf | Мир фантастики | - | 235 | 2023
वेताल अंक 45.cbz | वेताल | - | 45 | -
Matt Dinniman - [Dungeon Crawler Carl 04] - The Gate of the Feral Gods (v1.1) (epub).epub | Dungeon Crawler Carl | - | 4 | -
A Memory Called Empire -- Arkady Martine -- Teixcalaan 1, 2019 -- Tor Books -- 9781250186430 -- 0a1b2c3d4e5f60718293a4b5c6d7e8f9 -- Anna’s Archive.epub | A Memory Called Empire | - | - | 2019
Retro Gamer UK - Issue 248, 2023.pdf | Retro Gamer UK | - | 248 | 2023
Harvard Business Review 2023 Jul-Aug.pdf | Harvard Business Review | - | - | 2023
[Yonkou] Vinland Saga - Ch.205 v2.zip | Vinland Saga | - | 205 | -
Libération du mercredi 12 juillet 2023.pdf | Libération | - | - | 2023
Geist 12 - Das Ende (Splitter 2021).cbz | Geist | - | 12 | 2021
Konosuba LN Vol 17 [Yen Press].epub | Konosuba | 17 | - | -
wytches-003-digital.pdf | wytches | - | 3 | -
【電子限定】わたしの幸せな結婚 八.epub | わたしの幸せな結婚 | 8 | - | -
El Mundo - 12 de julio de 2023.pdf | El Mundo | - | - | 2023
[台湾角川][刀剑神域][川原砾][第24卷].epub | 刀剑神域 | 24 | - | -
Polityka nr 28 (lipiec 2023).pdf | Polityka | - | 28 | 2023
FAZ vom 3. Mai 2023.pdf | FAZ | - | - | 2023
Clean Code - Robert C. Martin - 2008.pdf | Clean Code - Robert C. Martin | - | - | 2008
`

it('reads names of collections in many countries', () => {
  expect(NAMES.trim().split('\n').flatMap(differencesInRow)).toEqual([])
})

/** The words for volume, chapter and issue in more languages, before and after the number, and how magazines are dated. */
const WORDS = `
Ναρούτο Τόμος 5.cbz | Ναρούτο | 5 | - | -
Μίκυ Μάους Τεύχος 12.cbz | Μίκυ Μάους | - | 12 | -
ون بيس الفصل 1100.cbz | ون بيس | - | 1100 | -
ناروتو المجلد 3.cbz | ناروتو | 3 | - | -
קומיקס ישראלי חוברת 3.cbz | קומיקס ישראלי | - | 3 | -
Detektif Conan Jilid 98.cbz | Detektif Conan | 98 | - | -
Slam Dunk 4. kötet.cbz | Slam Dunk | 4 | - | -
Naruto 12. díl.cbz | Naruto | 12 | - | -
Naruto 12. kapitola.cbz | Naruto | - | 12 | -
Čtyřlístek č. 712.cbz | Čtyřlístek | - | 712 | -
Наруто Розділ 45.cbz | Наруто | - | 45 | -
Fix und Foxi Jg. 12 Heft 34.cbz | Fix und Foxi | 12 | 34 | -
Superlópez T. 12 - La semana más larga.cbr | Superlópez | 12 | - | -
Mafalda nº10.cbz | Mafalda | - | 10 | -
Time - Vol. 202 Nos. 19-20 - November 20, 2023.pdf | Time | 202 | 19-20 | 2023
The Economist UK Edition - November 18 2023.pdf | The Economist UK Edition | - | - | 2023
PC Gamer UK - Christmas 2023.pdf | PC Gamer UK | - | - | 2023
Twig #05 (of 5) - 2022.cbz | Twig | - | 5 | 2022
True Beauty 223.jpg.cbz | True Beauty | - | 223 | -
วันพีซ ตอนที่ 1100.cbz | วันพีซ | - | 1100 | -
고수 2부 112화.zip | 고수 | 2 | 112 | -
Aku Ankka 12-2019.cbz | Aku Ankka | - | 12 | 2019
`

it('reads the words for volume, chapter and issue', () => {
  expect(WORDS.trim().split('\n').flatMap(differencesInRow)).toEqual([])
})
