import { foldForSearch, withoutArticle } from '../text/search-words.ts'

/**
 * The words that nearly every chapter contains. To find "to be or not to be" among them, the text search also indexes
 * which of them are adjacent. Increase `COMMON_PAIRS_VERSION` when you change this list.
 */
const LISTS = {
  en: `a about after again all am an and any are as at back be because been before but by came can come could d did do down
    even for from get go good had has have he her here him his how i if in into is it its just know like little ll long m
    made make man me more much my never no not now of off on one only or other our out over re s said same say see she so
    some such t take than that the their them then there these they this those through time to too two under up upon us ve
    very was way we well went were what when where which while who will with would you your`,
  de: `aber alle als also am an auch auf aus bei bin bis da dann das dass dem den denn der des die dir doch du durch ein
    eine einem einen einer er es etwas fur habe haben hat hatte ich ihm ihn ihr im immer in ist ja kann kein man mehr mich
    mir mit nach nicht nichts noch nun nur oder schon sein seine sich sie sind so und uns vom von vor war waren was weil
    wenn wer wie wieder wir wird wo wurde zu zum zur uber`,
  fr: `au aux avait avec bien c ce cette comme d dans de des deux du elle en est et etait etre fait il ils j je l la le les
    leur lui m ma mais me meme moi mon n ne nous on ont ou par pas plus pour qu que qui s sa sans se ses si son sur tout
    tu un une vous y`,
  es: `al algo ahora ante antes asi aunque bien como con cuando de del desde donde el ella en era es esa ese eso esta
    estaba este fue ha habia hasta la las le lo los mas me mi muy nada ni no nos o para pero por porque que quien se sin
    sobre su sus te tenia todo tu un una ya yo`,
  pt: `ao as com da das do dos e ela ele em eu foi isso mais mas meu na nao nas nem no nos o os ou para pela pelo por quando
    que se sem ser seu sua tao te tem tinha um uma voce`,
  it: `ai al alla anche c che chi ci come con cosa d da dal dalla degli dei del della delle di e era fu gli ha ho i il in io
    la le lei lo lui ma mi mia mio ne nel nella non o per piu poi quando quella quello questa questo se sempre senza si
    sono stato su sua sul suo ti tutti tutto un una`,
  nl: `aan als bij dan dat de deze die dit door een en er ge had heb hebben heeft het hij hoe hun ik in is je kan maar me
    meer met mij naar niet nog nu of om onder ook op over te toen tot uit van veel voor was wat we wel werd wie ze zei
    zich zij zijn zo zou`,
  scandinavian: `alt att av blev da de den der det dig du efter ej eller en er ett fra han hans har havde henne hon hun hvad
    i ikke ingen inte jag jeg kan kunde man med men mig nar noget nu och og om op pa sa sagde sig sin skal skulle som
    til till ud upp var ved vi vil`,
  pl: `a ale bo by byl byla bylo co czy dla do gdy go i ich ja jak jego jej jest jeszcze juz ktora ktore ktory mi mnie moze na
    nad nawet nic nie nim o od po pod pan przez przy sie sobie ta tak tam te tego tej ten to tu tylko tym w we wiec wszystko
    z za ze`,
  ru: `а без бы был была были было быть в вам вас во вот все всего вы где да даже для до его ее ему если есть еще же за и из
    или им их к как когда кто ли мне меня мы на над не него нет ни но ну о об он она они от по под при с сам себя со так
    там то того тоже только ты у уже что чтобы это этого этот я`,
  uk: `але або би бо була були було бути в вас ви він від вона вони все вже де для до ж за з і із й його йому коли ми мене мені
    на над не ні про під та так там те ти то тільки у хто цей це ці що щоб як який я є її їх`,
  tr: `ama ben bir bu bunu cok da daha de degil diye en gibi hic icin ile ise kadar ki mi ne o olan olarak oldu onu onun sen
    sey sonra su ve var vardi ya yok`,
  ar: `ان او في من على الي عن ما لا لم كان هذا هذه قد ثم كل هو هي انا الذي التي بعد قبل مع لكن حتي اذا ولا فيه به له لها`,
}

export const COMMON_PAIRS_VERSION = 1

/** As in the index. */
const commonWords = new Set(
  Object.values(LISTS).flatMap((list) =>
    foldForSearch(list)
      .split(' ')
      .map((word) => withoutArticle(word) ?? word),
  ),
)

export const isCommonWord = (word: string): boolean => commonWords.has(word)
