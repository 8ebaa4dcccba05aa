/**
 * Whether a name begins or ends with a given name, as authors' names do. The list contains the names of most authors in
 * our readers' languages; for other authors the name stays in the title, as in "Star Wars - Thrawn" the series does.
 */
export function hasGivenName(person: string): boolean {
  const words = person.toLowerCase().split(/[ -]/)
  return GIVEN_NAMES.has(words[0]!) || (words.length === 2 && GIVEN_NAMES.has(words[1]!))
}

/** Characters with given names whose books are named after them: "Harry Potter - The Goblet of Fire". */
export const HEROES_NAMING_SERIES: ReadonlySet<string> = new Set(
  `alex cross|alex rider|arsène lupin|artemis fowl|harry bosch|harry dresden|harry hole|harry potter|hercule poirot
indiana jones|jack reacher|jack ryan|james bond|jason bourne|jerry cotton|john carter|john sinclair|kay scarpetta
michael vey|mike hammer|nancy drew|percy jackson|perry mason|perry rhodan|peter grant|peter pan|philip marlowe
richard sharpe|sherlock holmes|tom swift|vicky bliss|william wisting
анна каренина|евгений онегин`.split(/[|\n]/),
)

/** Authors known by a single name that no series has. */
export const MONONYMS: ReadonlySet<string> = new Set(
  `aeschylus aesop apuleius aristophanes aristotle avi boethius catullus cicero colette confucius dante demosthenes
diderot epictetus epicurus euripides goethe grandville hergé herodotus hesiod homer homère homero homerus horace klabund
livy longus lucan lucian lucretius martial menander molière montaigne multatuli nescio novalis ouida ovid ovidio pausanias
petrarch petronius pindar plato platon platón plautus pliny plotinus plutarch polybius racine rabelais rumi saki sallust
sappho seneca sophocles sophokles stendhal strabo suetonius szerb tacitus terence theocritus thucydides trevanian vercors
vergil virgil vitruvius voltaire willy xenophon`.split(/\s+/),
)

const GIVEN_NAMES: ReadonlySet<string> = new Set(
  `aaron adam adrian agatha alan albert aldous alex alexander alexandre alfred alice alison amy amélie andré andrea andreas
andrew andrzej andy angela anita anna anne annie anthony anton antoine antonio arkady arnold arthur barbara becky ben
benjamin bernard bernhard bertolt beth boris bram brandon brent brian bruce carl carlos carol caroline catherine cecelia
charles charlie charlotte chris christian christina christine christopher clara claire claude clive colin colleen connie
cormac cornelia craig dan daniel danielle daphne dashiell dave david dean deborah dennis diana diane diego dmitry dmitri
don donald donna doris dorothy douglas eduardo edgar edith edward elena elizabeth ellen emily émile emma eric erich erik
ernest ernst eugene eva evelyn felix fernando fiona flannery francis françois frank franz fred frederick frederik friedrich
fyodor gabriel gail gary gene geoffrey george georges gerald gillian giovanni glen graham greg gregory günter gustave guy
hannah hans harlan harper harriet harry haruki heinrich helen helene henning henri henrik henry herman hermann hilary
holly honoré howard hugh iain ian ira irène isaac isabel isabelle italo ivan jack jacob jacques jaime james jan jane janet
jasper javier jean jeanette jeff jeffrey jennifer jeremy jerome jessica jill jim jo joan joanne joe joel johann johannes
john jojo jon jonas jonathan jorge josé joseph joshua joyce juan judith jules julia julian julie juli kai karen karin karl
kate katherine kathy kazuo keigo keith kelly ken kenneth kevin khaled kim kurt larry lars laura lauren lee leigh len leo
leon leonardo leonie lev lewis liane lincoln linda lisa liu lois louis louise lucy luis luke lynn madeline madeleine
marcel marcus margaret maria marie mario marion marissa mark markus martha martin mary mathias matt matthew maurice max
maya melissa michael michel michelle miguel mike mikhail milan mo molly monika naomi nancy naomi natalie nathan neal neil
nicholas nick nicola nicole nikolai nnedi nora norman octavia oliver olivia orhan orson oscar otfried pablo pat patricia
patrick patrik paul paula paulo pearl peter philip philippe philippa pierre rachel rainer ralph ramona ray raymond rebecca
renée rex richard rick rita robert roberto robin roald rosa rosamund ruth sabine sally salman sam samantha samuel sandra
sara sarah scott sean sebastian seanan sergei sharon sheri sidney sigmund simon simone sophie stanislas stanisław
stanislaw stefan stephen stephenie steve steven stieg sue susan susanna susanne suzanne sven sylvia tad tamora tana tara
ted terence terry thomas tim toby tom tomi toni tony tove tracy truman umberto ursula val vernor veronica victor vikram
viktor vincent viola virginia vladimir walter walt wilbur wilhelm willa willem william wolfgang yann yasunari yoko yukio
yuval zadie zora
александр александра алексей анатолий андрей анна антон аркадий борис вадим валентин валерий василий вера виктор виталий
владимир владислав вячеслав геннадий георгий григорий дарья дмитрий евгений екатерина елена игорь илья ирина кирилл
константин лев леонид людмила макс максим мария марина михаил надежда наталья николай нина олег ольга павел пётр роман
светлана сергей станислав татьяна фёдор юлия юрий яна ярослав`.split(/\s+/),
)
