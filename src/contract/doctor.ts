import type { Static } from 'typebox'
import { Reason } from './reasons.ts'
import { get } from './route.ts'
import Type from './typebox.ts'

/**
 * The messages of `lectern doctor`, by codes like those of `reasonSentences`, so that the interface can show them in
 * the user's language. The remedy for a finding is the sentence whose code adds `_do`, or the one the check names.
 */
export const doctorSentences = {
  doctor_data_ok: 'Lectern can write to {folder}.',
  doctor_data_none: 'There is no folder {folder} yet.',
  doctor_data_none_do: 'Lectern creates it at the first start. Check that the path is correct.',
  doctor_data_clock: 'The clock of the disk that holds {folder} is {seconds} seconds off.',
  doctor_data_clock_do: 'Synchronise the clocks of this machine and of the file server with NTP.',
  doctor_data_denied: 'Lectern can’t write to {folder} ({code}).',
  doctor_data_denied_do: 'Create the folder and make user {user} its owner, or choose another folder with --data.',
  doctor_space: '{free} GiB of space is free in {folder}.',
  doctor_space_do: 'Free some space, move data_dir to a larger disk, or lower images.page_cache_bytes.',
  doctor_space_unknown: 'Lectern can’t tell how much space is free in {folder} ({code}).',
  doctor_space_unknown_do: 'Check the data folder first.',
  doctor_database_ok: 'The database responds ({database}).',
  doctor_database_none: 'There is no database yet.',
  doctor_database_none_do: 'Lectern creates it at the first start.',
  doctor_database_newer: 'A newer version of Lectern has used this database (schema {number}).',
  doctor_database_newer_do: 'Update Lectern.',
  doctor_database_older: 'The database will be updated at the next start.',
  doctor_database_older_do: 'Make a backup first: lectern backup.',
  doctor_database_fails: 'The database can’t be opened: {message}',
  doctor_database_fails_do: 'Restore a backup: lectern restore.',
  doctor_postgres_do: 'Check database.url, and that PostgreSQL accepts connections from this machine.',
  doctor_clock_ok: 'The clock shows {time}.',
  doctor_clock_off: 'The clocks of this machine and of PostgreSQL differ by {seconds} seconds.',
  doctor_clock_early: 'The clock shows a time before this database was created.',
  doctor_clock_do: 'Synchronise the clock with NTP: tokens and sign-ins depend on it.',
  doctor_library_ok: 'Lectern can read the library folder {folder}.',
  doctor_library_empty: 'The library folder {folder} is empty.',
  doctor_library_empty_do: 'Check that the disk is mounted. Nothing is deleted in the meantime.',
  doctor_library_denied: 'Lectern can’t read the library folder {folder} ({code}).',
  doctor_library_denied_do: 'Mount the disk, or allow the user that runs Lectern to read the folder.',
  doctor_plugin_ok: 'The plugin {name} is enabled.',
  doctor_plugin_failed: 'The plugin {name} has failed: {message}',
  doctor_plugin_failed_do: 'Look at its latest failures under Settings, Plugins.',
  doctor_proxy_none: 'No proxy is trusted.',
  doctor_proxy_ok: 'Trusted proxies: {addresses}.',
  doctor_proxy_everyone: 'Every address is trusted as a proxy, so anyone can pretend to come from anywhere.',
  doctor_proxy_everyone_do: 'Name only your own proxies in server.trusted_proxies.',
  doctor_proxy_untrusted:
    'Requests come through {address}, which isn’t a trusted proxy. Everyone behind it shares one address and one rate limit.',
  doctor_proxy_untrusted_do: 'If it is your proxy, add {address} to server.trusted_proxies.',
  doctor_proxy_missing: 'The public address uses https, but no proxy is trusted. Everyone shares one rate limit.',
  doctor_proxy_missing_do: 'Add the address of your proxy to server.trusted_proxies.',
  doctor_watches: 'The system can watch {count} folders for changes.',
  doctor_watches_do: 'Raise the limit: sysctl fs.inotify.max_user_watches=1048576',
  doctor_fonts_ok: 'The fonts for PDFs without embedded fonts are installed.',
  doctor_fonts_missing: 'Some fonts for PDFs are missing: {packages}.',
  doctor_fonts_missing_do: 'Reinstall Lectern, for example with npm ci.',
  doctor_backup: 'The newest backup in {folder} is from {date}.',
  doctor_backup_none: 'There is no backup in {folder}.',
  doctor_backup_denied: 'Lectern can’t read the backup folder {folder} ({code}).',
  doctor_backup_do: 'Make a backup under Settings, Backups, or with lectern backup, and turn on scheduled backups.',
  doctor_schedule: 'The backup schedule “{schedule}” is not a valid cron expression.',
  doctor_schedule_do: 'Correct backups.schedule, for example to 30 3 * * *.',
} as const
export type DoctorCode = keyof typeof doctorSentences

const DoctorCheck = Type.Object(
  {
    check: Type.String({ examples: ['free space'] }),
    status: Type.Enum(['ok', 'warning', 'problem']),
    message: Type.String({ examples: ['0.2 GiB of space is free in /data.'] }),
    reason: Reason,
    advice: Type.Optional(Type.String({ description: 'What to do.' })),
    adviceReason: Type.Optional(Reason),
  },
  { title: 'DoctorCheck' },
)
export type DoctorCheck = Static<typeof DoctorCheck>

const Doctor = Type.Object(
  { ok: Type.Boolean({ description: 'True if there is nothing to fix.' }), checks: Type.Array(DoctorCheck) },
  { title: 'Doctor' },
)
export type DoctorReport = Static<typeof Doctor>

export const doctor = {
  examine: get('/admin/doctor', {
    permission: 'SystemAdmin',
    tag: 'Doctor',
    summary: 'Check the installation',
    description: 'Runs the same checks as `lectern doctor`. Each result says what to do.',
    response: Doctor,
  }),
}
