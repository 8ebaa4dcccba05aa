import { availableParallelism } from 'node:os'
import { Role } from '../contract/permissions.ts'
import Type from '../contract/typebox.ts'
import { limitSettings } from './limit-settings.ts'
import { defineSetting, type ValuesOf } from './setting.ts'
import { bytes, flag, gib, integer, nullable, text } from './setting-types.ts'

/** Describes a pattern in a sentence for users. */
const words = (sentence: string) => ({ 'x-words': sentence })

/** Paths of other surfaces, which the compatibility API cannot use. */
const taken = ['api', 'opds', 'koreader', 'kobo', 'help', 'health', 'metrics', 'assets']

const oidcProvider = Type.Object(
  {
    display_name: Type.Optional(text({ description: 'Shown on the button.' })),
    issuer_url: text({ format: 'uri' }),
    client_id: text({ minLength: 1 }),
    client_secret: Type.Optional(text({ minLength: 1 })),
    scopes: Type.Optional(Type.Array(text())),
    groups_claim: Type.Optional(text()),
    username_claim: Type.Optional(text()),
    email_claim: Type.Optional(text()),
    link_by_email: Type.Optional(
      Type.Boolean({
        description:
          'The first sign-in uses the existing account with the same verified email address. Off by default.',
      }),
    ),
    role_mapping: Type.Optional(
      Type.Object(
        {
          reader: Type.Optional(Type.Array(text())),
          maintainer: Type.Optional(Type.Array(text())),
          admin: Type.Optional(Type.Array(text())),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

export const settingDeclarations = {
  data_dir: defineSetting(text({ minLength: 1 }), './data', 'Folder for the database, covers and caches.'),
  server: {
    host: defineSetting(text({ minLength: 1 }), '0.0.0.0', 'Address to listen on.'),
    port: defineSetting(integer(0, 65535), 8080, 'Port to listen on. 0 picks a free port.'),
    public_url: defineSetting(
      nullable({ pattern: '^https?://[^/?#\\s]+(/[^?#\\s]*)?$', ...words('must begin with http:// or https://') }),
      null,
      'Public address of the server, e.g. https://books.example.org/lectern. A path becomes the base path.',
    ),
    processes: defineSetting(
      integer(0, 256),
      1,
      'Number of processes that answer requests. 0 starts one per processor core. Each needs about 75 MB.',
    ),
    trusted_proxies: defineSetting(
      Type.Array(text({ format: 'cidr' })),
      [],
      'Addresses or networks (10.0.0.0/8) whose X-Forwarded-* headers are trusted.',
    ),
  },
  admin: {
    username: defineSetting(
      nullable(),
      null,
      'With admin.password, creates the first administrator if there are no users yet.',
    ),
    password: defineSetting(nullable({ minLength: 8 }), null, 'Password of that administrator.', { secret: true }),
  },
  database: {
    url: defineSetting(
      nullable({ pattern: '^postgres(ql)?://', ...words('must begin with postgres://') }),
      null,
      'Everything is stored in one SQLite file in data_dir by default (null). postgres://user:password@host/name uses PostgreSQL.',
      { secret: true },
    ),
  },
  auth: {
    jwt_secret: defineSetting(
      nullable({ minLength: 32 }),
      null,
      'Key that signs sessions. null generates one on first start and stores it in data_dir or PostgreSQL.',
      { secret: true },
    ),
    access_token_minutes: defineSetting(integer(1, 525_600), 1440, 'How long an access token is valid, in minutes.'),
    refresh_token_days: defineSetting(integer(1, 3650), 30, 'How long a session can be renewed, in days.'),
    setup_token: defineSetting(
      text({
        pattern: '^(auto|on|off|\\S.{10,198}\\S)$',
        ...words('must be auto, on, off or your own token of 12 to 200 characters'),
      }),
      'auto',
      'Token required to create the first account; printed at startup. auto requires it except on this machine, on always, off never. Or set your own token.',
      { secret: true },
    ),
    registration_enabled: defineSetting(flag(), false, 'Let people create an account themselves.', { runtime: true }),
    oidc: {
      auto_create_users: defineSetting(flag(), true, 'Create an account at the first sign-in through a provider.'),
      default_role: defineSetting(Role, 'reader', 'Role of such an account, unless a group maps to another role.'),
      providers: defineSetting(
        Type.Record(text({ pattern: '^[a-z0-9][a-z0-9_-]*$' }), oidcProvider, {
          additionalProperties: false,
          ...words('must have a name of lowercase letters, digits, - and _'),
        }),
        {},
        'OpenID Connect providers by name: issuer_url, client_id, client_secret, role_mapping: {admin: [group]}, link_by_email, …',
        { secret: true },
      ),
    },
  },
  audit: {
    keep_days: defineSetting(integer(1, 36_500), 365, 'How long audit log entries are kept, in days.'),
    entries: defineSetting(
      integer(100, 1e8),
      100_000,
      'Maximum number of entries, plus a quarter of that for failed sign-ins.',
    ),
  },
  backups: {
    folder: defineSetting(
      nullable(),
      null,
      'Folder for backups that the server makes. null uses the folder backups in data_dir.',
    ),
    schedule: defineSetting(
      text({
        pattern: '^$|^\\S+( \\S+){4,5}$',
        ...words('must be a cron expression like 30 3 * * *, or empty'),
        maxLength: 100,
      }),
      '',
      'When to make a backup, as a cron expression: 30 3 * * * is every night at 3:30. Leave empty for no backups.',
      { runtime: true },
    ),
    keep: defineSetting(integer(1, 1000), 7, 'How many of its own backups the server keeps.', { runtime: true }),
  },
  api: {
    docs_enabled: defineSetting(flag(), true, 'Serve /api/docs and /api/v1/openapi.json.'),
    cors_origins: defineSetting(
      Type.Array(
        text({ pattern: '^(\\*|https?://[^/\\s]+)$', ...words('must be an origin like https://example.org, or *') }),
      ),
      [],
      'Origins of other websites that can call the API.',
    ),
  },
  compat_api: {
    enabled: defineSetting(flag(), false, 'Serve the compatibility API for third-party reading apps.', {
      runtime: true,
    }),
    prefix: defineSetting(
      text({
        pattern: `^(?!(${taken.join('|')})$)[a-z0-9][a-z0-9_-]{0,31}$`,
        ...words(`must be at most 32 lowercase letters, digits, - or _, and not one of ${taken.join(', ')}`),
      }),
      'komga',
      'First part of its path: /{prefix}/api/v1/.',
      { runtime: true },
    ),
    port: defineSetting(
      Type.Union([integer(1, 65_535), Type.Null()]),
      null,
      'Separate port that serves it at the root, like Komga on 25600, so that apps keep their address. Takes effect after a restart.',
    ),
    host: defineSetting(
      nullable({ pattern: '^[A-Za-z0-9.-]+$', ...words('must be a host name like komga.example.org') }),
      null,
      'Host name that serves it at the root, for use behind a proxy.',
    ),
  },
  reader_sync: {
    enabled: defineSetting(flag(), true, 'Serve KOReader progress sync at /koreader.'),
  },
  kobo: {
    store_proxy: defineSetting(
      flag(),
      false,
      "Forward requests that Lectern doesn't answer itself to the Kobo store: the shop, the profile, bought books. The store then receives the Kobo's sign-in and sees when it syncs.",
    ),
    store_url: defineSetting(
      text({ pattern: '^https?://[^/?#@\\s]+(/[^?#\\s]*)?$', ...words('must begin with http:// or https://') }),
      'https://storeapi.kobo.com',
      'Address of the Kobo store.',
    ),
  },
  opds: {
    key_in_path: defineSetting(
      flag(),
      false,
      "Also accept an API key in the catalogue address, for apps that can't send credentials.",
    ),
    progress_from_streaming: defineSetting(
      flag(),
      true,
      'Save reading progress from page streaming, at a realistic reading speed. Never marks a book as read.',
    ),
  },
  rate_limit: {
    enabled: defineSetting(flag(), true, 'Limit how many requests a user or address can make.'),
    anonymous: {
      rps: defineSetting(
        Type.Number({ exclusiveMinimum: 0, maximum: 1e6 }),
        10,
        'Requests per second for one address.',
      ),
      burst: defineSetting(integer(1, 1e6), 50, 'Requests allowed in a burst.'),
    },
    authenticated: {
      rps: defineSetting(Type.Number({ exclusiveMinimum: 0, maximum: 1e6 }), 50, 'Requests per second for one user.'),
      burst: defineSetting(integer(1, 1e6), 200, 'Requests allowed in a burst.'),
    },
  },
  tasks: {
    workers: defineSetting(
      integer(0, 256),
      availableParallelism(),
      'Number of tasks that run at the same time. 0 runs none on this server.',
      {
        fallbackText: 'the number of processor cores',
      },
    ),
    heartbeat_seconds: defineSetting(
      Type.Number({ minimum: 0.1, maximum: 600 }),
      2,
      'How often a worker reports that it is alive. After six missed reports, other workers take over its tasks.',
    ),
  },
  scanner: {
    watch: defineSetting(flag(), true, 'Watch library folders for changes.', { runtime: true }),
    settle_seconds: defineSetting(
      integer(0, 3600),
      3,
      'How long a new or changed file must stay unchanged before it is read.',
      { runtime: true },
    ),
  },
  images: {
    thumbnail_size: defineSetting(integer(100, 2000), 400, 'Longer side of thumbnails, in pixels.', { runtime: true }),
    cover_size: defineSetting(integer(200, 4000), 1200, 'Longer side of large covers, in pixels.', { runtime: true }),
    quality: defineSetting(integer(30, 100), 85, 'Quality of generated images, in percent.', { runtime: true }),
    page_cache_bytes: defineSetting(bytes(), 2 * gib, 'Maximum disk space for cached pages.'),
  },
  files: {
    bucket_url: defineSetting(
      nullable({ pattern: '^https?://[^?#\\s]+$' }),
      null,
      'S3-compatible bucket for thumbnails and uploaded covers, e.g. https://s3.eu-west-1.amazonaws.com/my-books. null stores them in data_dir.',
      { needs: ['files.bucket_access_key', 'files.bucket_secret_key'] },
    ),
    bucket_prefix: defineSetting(text(), 'lectern/', 'Prefix for the names of stored files.'),
    bucket_region: defineSetting(
      text({ minLength: 1 }),
      'us-east-1',
      'Region of the bucket, if the service has regions.',
    ),
    bucket_access_key: defineSetting(nullable(), null, 'Access key for the bucket.', { secret: true }),
    bucket_secret_key: defineSetting(nullable(), null, 'Secret key for the bucket.', { secret: true }),
  },
  limits: limitSettings,
  plugins: {
    registry: defineSetting(
      nullable({ pattern: '^https?://[^?#\\s]+$', ...words('must begin with http:// or https://') }),
      null,
      'Registry to install plugins from. null uses the registry npm is configured for.',
    ),
    allowed_commands: defineSetting(
      Type.Array(text({ minLength: 1 })),
      [],
      'Commands other than node that can start a plugin, e.g. python3. They run without a sandbox.',
    ),
    secret_key: defineSetting(
      nullable({ minLength: 32 }),
      null,
      'Key that encrypts the secrets of plugins and the passwords of books. null generates one on first start and stores it in data_dir. Servers that share a database need the same key.',
      { secret: true },
    ),
    heap_megabytes: defineSetting(integer(32, 4096), 96, 'Maximum heap of one plugin, in megabytes.'),
    data_megabytes: defineSetting(
      integer(1, 1_048_576),
      512,
      'Maximum size of the data folder of one plugin, in megabytes. A plugin that stores more is stopped.',
    ),
    start_seconds: defineSetting(
      integer(1, 600),
      10,
      'Seconds that a plugin has to start, even if its calls have less time. Raise it on slow machines.',
    ),
    calls_at_once: defineSetting(
      integer(1, 64),
      4,
      'Number of calls to one plugin that run at the same time. Further calls wait.',
    ),
    cover_hosts: defineSetting(
      Type.Array(text({ minLength: 1 })),
      [],
      'Hosts on the local network that plugins can load covers from (name or address, with a port if it is not the default).',
    ),
  },
  log: {
    level: defineSetting(
      Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
      'info',
      'Least severe level to log.',
    ),
    pretty: defineSetting(
      Type.Union([flag(), Type.Literal('auto')]),
      'auto',
      'Readable lines (true) or JSON (false). auto uses readable lines in a terminal.',
    ),
    keep: defineSetting(flag(), true, 'Also keep recent lines in data_dir, for the Log page.'),
  },
  metrics: {
    token: defineSetting(nullable({ minLength: 16 }), null, 'Bearer token that can read /metrics.', { secret: true }),
  },
}

export type Config = ValuesOf<typeof settingDeclarations>
