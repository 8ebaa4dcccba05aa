import { openDatabase } from '../store/open.ts'
import { type Command, loadConfigFromFlags } from './command.ts'

export const migrateSchemaCommand: Command = {
  usage: '',
  about: 'Update the database schema without starting the server.',
  async run({ flags }) {
    const config = loadConfigFromFlags(flags)
    const db = await openDatabase({ url: config.database.url, dataDir: config.data_dir, writes: 'inline' })
    await db.close()
    console.log('The database is up to date.')
    return 0
  },
}
