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
  `aaron abraham adam adrian agatha alan albert albertine aldous alex alexander alexandre alfred alice alison amélie amor
amy andrea andreas andrew andré andrzej andy angela anita anna anne annie anthony antoine anton antonio arkady arnold
arthur arundhati barbara becky ben benjamin bernard bernhard bertolt beth blake bonnie boris bram brandon brent brian
bruce carl carlos carol caroline casey cassandra catherine cecelia celeste charles charlie charlotte chimamanda chris
christian christina christine christopher cixin claire clara claude clive colin colleen colson connie cormac cornelia
craig dan daniel danielle daphne dashiell dave david dean deborah delphine dennis diana diane diego dmitri dmitry don
donald donna doris dorothy douglas edgar edith eduardo edward elena elif elizabeth ellen emily emma eric erich erik
ernest ernst eugene eva evelyn émile felix fernando fiona flannery francis françois frank franz fred frederick
frederik fredrik freida friedrich fyodor gabriel gail gary gene geoffrey george georges gerald gillian giovanni glen
graham greg gregory gustave guy günter hannah hans hanya harlan harper harriet harry haruki heinrich helen helene
henning henri henrik henry herman hermann hilary holly honoré howard hugh iain ian ira irène isaac isabel isabella
isabelle italo ivan jack jacob jacques jaime james jan jane janet jasper javier jean jeanette jeff jeffrey jennifer
jeremy jerome jessica jill jim jo joan joanne jodi joe joel johann johannes john jojo jon jonas jonathan jorge joseph
josé joshua joyce juan judith jules juli julia julian julie kai karen karin karl kate katherine kathy kazuo keigo
keith kelly ken kenneth kevin khaled kim kristen kristin kurt larry lars laura lauren lee leigh len leo leon leonardo
leonie lev lewis liane lincoln linda lisa liu lois louis louise lucy luis luke lynn madeleine madeline marcel marcus
margaret marguerite maria marie mario marion marissa mark markus martha martin mary mathias matt matthew maurice max
maya melissa michael michel michelle mieko miguel mike mikhail milan mo molly monika muriel nancy naomi natalie nathan
neal neil nicholas nick nicola nicole nikolai nnedi nora norman octavia olga oliver olivia orhan orson oscar otfried
ottessa pablo pat patricia patrick patrik paul paula paulo pearl percival peter philip philippa philippe pierce pierre
rachel rainbow rainer ralph ramona ray raymond rebecca renée rex richard rick rita roald robert roberto robin rosa
rosamund ruth sabaa sabine sally salman sam samantha samuel sandra sara sarah sayaka scott sean seanan sebastian
sergei sharon sheri sidney sigmund simon simone sophie stanislas stanislaw stanisław stefan stephen stephenie steve
steven stieg sue susan susanna susanne suzanne sven svetlana sylvia tad tahereh tamora tana tara taylor ted terence
terry thomas tim toby tom tomi toni tony tove tracy trudi truman umberto ursula val vernor veronica victor vikram
viktor vincent viola virginia vladimir walt walter wilbur wilhelm willa willem william wolfgang yann yasunari yoko
yukio yuval zadie zora
александр александра алексей анатолий андрей анна антон аркадий борис вадим валентин валерий василий вера виктор виталий
владимир владислав вячеслав геннадий георгий григорий дарья дмитрий евгений екатерина елена игорь илья ирина кирилл
константин лев леонид людмила макс максим мария марина михаил надежда наталья николай нина олег ольга павел пётр роман
светлана сергей станислав татьяна фёдор юлия юрий яна ярослав`.split(/\s+/),
)
