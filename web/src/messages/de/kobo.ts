import type { kobo as en } from '../en/kobo.ts'
import type { Translation } from '../translation.ts'

export const kobo: Translation<typeof en> = {
  'kobo.title': 'Kobo-Lesegeräte',
  'kobo.lead': 'Synchronisiere Bücher, Lesefortschritt und Sammlungen per WLAN von diesem Server auf deinen Kobo.',
  'kobo.name': 'Name des Geräts',
  'kobo.add': 'Kobo hinzufügen',
  'kobo.firmware': 'Firmware {version}',
  'kobo.lastSync': 'Zuletzt synchronisiert {when}',
  'kobo.neverSynced': 'Noch nie synchronisiert',
  'kobo.open': 'Öffnen',
  'kobo.openDevice': '{name} öffnen',
  'kobo.all': 'Alle Geräte',
  'kobo.added': 'hinzugefügt am {date}',
  'kobo.setupTitle': '{name} einrichten',
  'kobo.setupLead':
    'Trage eine Zeile in die Konfigurationsdatei deines Kobo ein. Du brauchst zwei Minuten und ein USB-Kabel.',
  'kobo.line': 'Zeile zum Kopieren',
  'kobo.once':
    'Diese Zeile wird nur einmal angezeigt und gibt Zugriff auf deine Bücher. Gib sie nicht weiter. Wenn du sie verlierst, füge das Gerät neu hinzu.',
  'kobo.onlyHere':
    'Diese Adresse gilt nur auf diesem Computer. Öffne diese Seite unter der Adresse, die dein Kobo erreicht, und füge das Gerät dort hinzu.',
  'kobo.plainHttp':
    'Diese Adresse ist nicht verschlüsselt. Zu Hause ist das in Ordnung; in fremden Netzen verwende besser https.',
  'kobo.step.connect': 'Verbinde den Kobo per USB mit einem Computer und tippe auf dem Gerät auf „Verbinden“.',
  'kobo.step.file':
    'Öffne diese Datei auf dem Kobo mit einem Texteditor. Siehst du den Ordner .kobo nicht, blende versteckte Dateien ein.',
  'kobo.step.replace':
    'Suche den Abschnitt [OneStoreServices] und ersetze darin die Zeile api_endpoint durch die Zeile oben. Speichere die Datei.',
  'kobo.step.restart': 'Wirf den Kobo aus, zieh das Kabel ab und starte ihn neu.',
  'kobo.step.sync':
    'Verbinde ihn mit dem WLAN und tippe auf „Synchronisieren“. Die ersten Bücher werden automatisch geladen, die übrigen beim Antippen.',
  'kobo.done': 'Fertig',
  'kobo.scope': 'Was synchronisiert wird',
  'kobo.scopeText': 'Nur Bücher, auf die du Zugriff hast. Änderungen gelten ab der nächsten Synchronisierung.',
  'kobo.reading': 'Was ich gerade lese, und was in diesen Serien als Nächstes kommt',
  'kobo.wantToRead': 'Will ich lesen',
  'kobo.readLists': 'Leselisten',
  'kobo.collections': 'Sammlungen',
  'kobo.libraries': 'Bibliotheken',
  'kobo.everything': 'Alles',
  'kobo.formats': 'Formate',
  'kobo.epub': 'E-Books (EPUB, für Kobo umgewandelt)',
  'kobo.comic': 'Comics (als ganze Seiten)',
  'kobo.pdf': 'PDF',
  'kobo.saved': 'Gespeichert. Die Änderung erscheint nach der nächsten Synchronisierung.',
  'kobo.onDevice': 'Auf dem Gerät',
  'kobo.resendAll': 'Alles erneut senden',
  'kobo.resendText':
    'Dein Kobo lädt bei der nächsten Synchronisierung alle Bücher neu. Dein Lesefortschritt bleibt erhalten.',
  'kobo.removed': 'Auf dem Gerät entfernt',
  'kobo.removedText':
    'Diese Bücher hast du auf deinem Kobo entfernt. In der Bibliothek sind sie noch. Stelle sie wieder her, um sie erneut zu synchronisieren.',
  'kobo.restore': 'Wiederherstellen',
  'kobo.restoreBook': '{title} wiederherstellen',
  'kobo.forget': 'Gerät entfernen',
  'kobo.forgetTitle': '{name} entfernen?',
  'kobo.forgetText':
    'Das Gerät kann nicht mehr synchronisieren. Bücher auf dem Gerät bleiben dort, und in der Bibliothek wird nichts gelöscht.',
  'kobo.books': { one: '{count} Buch', other: '{count} Bücher' },
}
