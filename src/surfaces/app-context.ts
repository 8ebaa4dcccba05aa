import type { Config } from '../config/settings.ts'
import type { Events } from '../events/events.ts'
import type { BookContentReaders } from '../images/book-content-readers.ts'
import type { PluginCalls } from '../plugins/bus-calls/plugin-bus.ts'
import type { Db } from '../store/open.ts'
import type { Tasks } from '../tasks/tasks.ts'

/** What every handler works with. Runtime settings are already in `config`: reading it returns the current value. */
export interface AppContext {
  config: Config
  db: Db
  tasks: Tasks
  events: Events
  images: BookContentReaders
  plugins: PluginCalls
}
