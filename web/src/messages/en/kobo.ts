export const kobo = {
  'kobo.title': 'Kobo e-readers',
  'kobo.lead':
    'Your Kobo gets its books, your place in them and your collections straight from this server, over Wi-Fi.',
  'kobo.name': 'Name of the device',
  'kobo.add': 'Add a Kobo',
  'kobo.firmware': 'Firmware {version}',
  'kobo.lastSync': 'Last sync {when}',
  'kobo.neverSynced': 'Never synced',
  'kobo.open': 'Open',
  'kobo.openDevice': 'Open {name}',
  'kobo.all': 'All devices',
  'kobo.added': 'added {date}',
  'kobo.setupTitle': 'Set up {name}',
  'kobo.setupLead': 'Put one line into the configuration file of your Kobo. It takes two minutes and a USB cable.',
  'kobo.line': 'Line to copy',
  'kobo.once':
    'This line is shown only once. It gives access to your books, so keep it to yourself. If you lose it, add the device again.',
  'kobo.onlyHere':
    'This address works only on this computer. Open this page under the address your Kobo can reach, then add the device again.',
  'kobo.plainHttp':
    'This address is not encrypted. That is fine at home; use https when your Kobo syncs over other networks.',
  'kobo.step.connect': 'Connect your Kobo to a computer with a USB cable and tap Connect on its screen.',
  'kobo.step.file':
    'Open this file on the Kobo with a text editor. The folder .kobo may be hidden; let your file manager show hidden files.',
  'kobo.step.replace':
    'Find the section [OneStoreServices] and replace its line api_endpoint with the line above. Save the file.',
  'kobo.step.restart': 'Eject the Kobo, unplug it and restart it.',
  'kobo.step.sync':
    'Connect it to Wi-Fi and tap Sync. The first books download by themselves; tap the others to download them.',
  'kobo.done': 'Done',
  'kobo.scope': 'What this device gets',
  'kobo.scopeText': 'Only books you can see. Changes take effect at the next sync.',
  'kobo.reading': "What I'm reading, and what comes next in those series",
  'kobo.wantToRead': 'What I want to read',
  'kobo.readLists': 'Read lists',
  'kobo.collections': 'Collections',
  'kobo.libraries': 'Libraries',
  'kobo.everything': 'Everything',
  'kobo.formats': 'Formats',
  'kobo.epub': 'Ebooks (EPUB, converted for Kobo)',
  'kobo.comic': 'Comics (as full-screen pages)',
  'kobo.pdf': 'PDF',
  'kobo.saved': 'Saved. Sync your Kobo to see the change.',
  'kobo.onDevice': 'On the device',
  'kobo.resendAll': 'Send everything again',
  'kobo.resendText': 'Your Kobo downloads all of its books again at the next sync. Your place in them stays.',
  'kobo.removed': 'Removed on the device',
  'kobo.removedText':
    'You removed these on your Kobo. They stay in the library and come back only if you restore them.',
  'kobo.restore': 'Restore',
  'kobo.restoreBook': 'Restore {title}',
  'kobo.forget': 'Remove this device',
  'kobo.forgetTitle': 'Remove {name}?',
  'kobo.forgetText':
    'The device can no longer sync. Books on it stay where they are, and nothing in the library is deleted.',
  'kobo.books': { one: '{count} book', other: '{count} books' },
} as const
