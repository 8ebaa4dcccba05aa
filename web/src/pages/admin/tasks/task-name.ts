import type { MessageKey, PlainKey } from '../../../messages/t.ts'

const known: Record<string, PlainKey> = {
  scan_library: 'taskType.scan_library',
  scan_folders: 'taskType.scan_folders',
  regroup_library: 'taskType.regroup_library',
  import_book: 'taskType.import_book',
  import_source: 'taskType.import_source',
  import_waiting: 'taskType.import_source',
  analyze_book: 'taskType.analyze_book',
  update_series: 'taskType.update_series',
  read_library_files: 'taskType.read_library_files',
  generate_thumbnails: 'taskType.generate_thumbnails',
  reprocess_series_titles: 'taskType.reprocess_series_titles',
  create_backup: 'taskType.create_backup',
  cleanup_orphans: 'taskType.cleanup_orphans',
  find_duplicates: 'taskType.find_duplicates',
  purge_deleted: 'taskType.purge_deleted',
  prune_tasks: 'taskType.prune_tasks',
  index_text: 'taskType.index_text',
  plugin_auto_match: 'taskType.plugin_auto_match',
  poll_release_source: 'taskType.poll_release_source',
  user_plugin_sync: 'taskType.user_plugin_sync',
  user_plugin_recommendations: 'taskType.user_plugin_recommendations',
  user_plugin_recommendation_dismiss: 'taskType.user_plugin_recommendation_dismiss',
} satisfies Record<string, MessageKey>

/** The translated name of a task type; an unknown type is shown by its own name. */
export function taskName(type: string, speak: (key: PlainKey) => string): string {
  const key = known[type]
  if (key) return speak(key)
  const words = type.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
