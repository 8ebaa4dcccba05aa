import { availableParallelism } from 'node:os'
import { Role } from '../contract/permissions.ts'
import Type from '../contract/type.ts'
import { setting, type ValuesOf } from './setting.ts'

const text = (options = {}) => Type.String(options)
const nullable = (options = {}) => Type.Union([Type.String({ minLength: 1, ...options }), Type.Null()])
/** What a pattern asks for, said to people. */
const words = (said: string) => ({ 'x-words': said })
const flag = () => Type.Boolean()
const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })
const bytes = () => Type.Integer({ minimum: 1024, maximum: 2 ** 44 })
const kib = 1024
const mib = 1024 * kib
const gib = 1024 * mib

/** Words that other surfaces answer to, so the compatibility API cannot take them. */
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
        description: 'A first sign-in takes over the account with the same verified address; off by default.',
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

export const settings = {
  data_dir: setting(text({ minLength: 1 }), './data', 'Folder for the database, covers and caches.'),
  server: {
    host: setting(text({ minLength: 1 }), '0.0.0.0', 'Address to listen on.'),
    port: setting(whole(0, 65535), 8080, 'Port to listen on; 0 takes any free one.'),
    public_url: setting(
      nullable({ pattern: '^https?://[^/?#\\s]+(/[^?#\\s]*)?$', ...words('must begin with http:// or https://') }),
      null,
      'How people reach the server from outside, e.g. https://books.example.org/lectern; a path becomes the base path.',
    ),
    processes: setting(
      whole(0, 256),
      1,
      'Processes that answer requests; 0 takes one for each processor core. Each takes about 75 MB.',
    ),
    trusted_proxies: setting(
      Type.Array(text({ format: 'cidr' })),
      [],
      'Addresses or networks (10.0.0.0/8) whose X-Forwarded-* headers are believed.',
    ),
  },
  admin: {
    username: setting(nullable(), null, 'With admin.password: the first admin, made when there is no user yet.'),
    password: setting(nullable({ minLength: 8 }), null, 'See admin.username.', { secret: true }),
  },
  database: {
    url: setting(
      nullable({ pattern: '^postgres(ql)?://', ...words('must begin with postgres://') }),
      null,
      'With null everything is in one SQLite file in data_dir; postgres://user:password@host/name uses PostgreSQL.',
      { secret: true },
    ),
  },
  auth: {
    jwt_secret: setting(
      nullable({ minLength: 32 }),
      null,
      'Signs sessions; null makes one at random on the first start and keeps it: in data_dir, or in PostgreSQL.',
      { secret: true },
    ),
    access_token_minutes: setting(whole(1, 525_600), 1440, 'How long an access token is good for.'),
    refresh_token_days: setting(whole(1, 3650), 30, 'How long a session can be renewed.'),
    setup_token: setting(
      text({
        pattern: '^(auto|on|off|\\S.{10,198}\\S)$',
        ...words('must be auto, on, off, or a token of your own of 12 to 200 characters'),
      }),
      'auto',
      'Asked for with the first account, printed at the start: auto asks whoever is not at this machine, on everybody, off nobody; or a token of your own.',
      { secret: true },
    ),
    registration_enabled: setting(flag(), false, 'Whether people may make an account themselves.', { runtime: true }),
    oidc: {
      auto_create_users: setting(flag(), true, 'Whether a first sign-in through a provider makes an account.'),
      default_role: setting(Role, 'reader', 'Role of such an account when no group says otherwise.'),
      providers: setting(
        Type.Record(text({ pattern: '^[a-z0-9][a-z0-9_-]*$' }), oidcProvider),
        {},
        'OpenID Connect providers by name: issuer_url, client_id, client_secret, role_mapping: {admin: [group]}, link_by_email, …',
        { secret: true },
      ),
    },
  },
  audit: {
    keep_days: setting(whole(1, 36_500), 365, 'How long the audit log keeps who did what, and from where.'),
    entries: setting(
      whole(100, 1e8),
      100_000,
      'Most entries it keeps; failed sign-ins have a quarter of it beside them.',
    ),
  },
  api: {
    docs_enabled: setting(flag(), true, 'Serves /api/docs and /api/v1/openapi.json.'),
    cors_origins: setting(
      Type.Array(
        text({ pattern: '^(\\*|https?://[^/\\s]+)$', ...words('must be an origin like https://example.org, or *') }),
      ),
      [],
      'Origins of other web pages that may call the API.',
    ),
  },
  compat_api: {
    enabled: setting(flag(), false, 'Serves the compatibility API for third-party reader apps.', { runtime: true }),
    prefix: setting(
      text({
        pattern: `^(?!(${taken.join('|')})$)[a-z0-9][a-z0-9_-]{0,31}$`,
        ...words(`must be small letters, digits, - or _, at most 32 of them, and none of ${taken.join(', ')}`),
      }),
      'komga',
      'First part of its path: /{prefix}/api/v1/.',
      { runtime: true },
    ),
    port: setting(
      Type.Union([whole(1, 65_535), Type.Null()]),
      null,
      'A port of its own, at whose root it answers as Komga does on 25600: apps keep their address. Needs a restart.',
    ),
    host: setting(
      nullable({ pattern: '^[A-Za-z0-9.-]+$', ...words('must be a host name like komga.example.org') }),
      null,
      'A host name for which it answers at the root, for a proxy in front of the server.',
    ),
  },
  reader_sync: {
    enabled: setting(flag(), true, 'Serves KOReader progress sync at /koreader.'),
  },
  opds: {
    key_in_path: setting(
      flag(),
      false,
      'Also takes an API key as a part of the catalog address, for apps that cannot send credentials.',
    ),
    progress_from_streaming: setting(
      flag(),
      true,
      'Page streaming moves reading progress, as fast as a person reads; it never completes a book.',
    ),
  },
  rate_limit: {
    enabled: setting(flag(), true, 'Limits how fast one user or address may ask.'),
    anonymous: {
      rps: setting(Type.Number({ exclusiveMinimum: 0, maximum: 1e6 }), 10, 'Requests per second of one address.'),
      burst: setting(whole(1, 1e6), 50, 'How many of them at once.'),
    },
    authenticated: {
      rps: setting(Type.Number({ exclusiveMinimum: 0, maximum: 1e6 }), 50, 'Requests per second of one user.'),
      burst: setting(whole(1, 1e6), 200, 'How many of them at once.'),
    },
  },
  tasks: {
    workers: setting(whole(0, 256), availableParallelism(), 'Tasks that run at the same time; 0 runs none here.', {
      fallbackText: 'the number of processor cores',
    }),
    heartbeat_seconds: setting(
      Type.Number({ minimum: 0.1, maximum: 600 }),
      2,
      'How often a worker says that it lives; one that is silent six times as long is taken for dead, and its tasks go to others.',
    ),
  },
  scanner: {
    watch: setting(flag(), true, 'Notices changes in library folders as they happen.', { runtime: true }),
    settle_seconds: setting(
      whole(0, 3600),
      3,
      'A new or changed file is read once it has been left alone for this long.',
      { runtime: true },
    ),
  },
  images: {
    thumbnail_size: setting(whole(100, 2000), 400, 'Longer side of a thumbnail in pixels.', { runtime: true }),
    cover_size: setting(whole(200, 4000), 1200, 'Longer side of a large cover in pixels.', { runtime: true }),
    quality: setting(whole(30, 100), 85, 'Quality of the images the server makes.', { runtime: true }),
    page_cache_bytes: setting(bytes(), 2 * gib, 'Room on disk for unpacked and converted pages.'),
  },
  files: {
    bucket_url: setting(
      nullable({ pattern: '^https?://[^?#\\s]+$' }),
      null,
      'An S3-compatible bucket for thumbnails and uploaded covers, e.g. https://s3.eu-west-1.amazonaws.com/my-books; with null they are in data_dir.',
      { needs: ['files.bucket_access_key', 'files.bucket_secret_key'] },
    ),
    bucket_prefix: setting(text(), 'lectern/', 'What the names of its files begin with.'),
    bucket_region: setting(text({ minLength: 1 }), 'us-east-1', 'Where it is, if the service has regions.'),
    bucket_access_key: setting(nullable(), null, 'Who asks the service.', { secret: true }),
    bucket_secret_key: setting(nullable(), null, 'See files.bucket_access_key.', { secret: true }),
  },
  limits: {
    body_bytes: setting(bytes(), 2 * mib, 'Largest request body.'),
    public_body_bytes: setting(bytes(), 16 * kib, 'Largest request body where nobody has to sign in.'),
    json_depth: setting(whole(8, 1000), 64, 'How deep the values of a JSON body may lie in each other.'),
    preference_bytes: setting(bytes(), mib, 'Most preferences of one person, all together.'),
    keys: setting(whole(1, 100_000), 100, 'Most API keys of one person.'),
    sessions: setting(whole(1, 100_000), 100, 'Most sessions of one person; the one unused for longest ends first.'),
    bookmarks: setting(whole(1, 1e6), 10_000, 'Most bookmarks of one person in one book.'),
    lists: setting(whole(1, 1e6), 1000, 'Most collections and read lists one person may make.'),
    saved_filters: setting(whole(1, 100_000), 200, 'Most saved filters of one person.'),
    streams: setting(whole(1, 10_000), 20, 'Most event streams one person may have open.'),
    upload_bytes: setting(bytes(), 20 * mib, 'Largest upload, e.g. a cover.'),
    annotations_per_book: setting(whole(1, 1e6), 10_000, 'Most highlights and notes of one person in one book.'),
    archive_entries: setting(whole(1, 1e7), 20_000, 'Most entries in one archive.'),
    entry_bytes: setting(bytes(), 512 * mib, 'Largest unpacked size of one entry.'),
    compression_ratio: setting(whole(2, 1e6), 200, 'Most an entry may grow when it is unpacked.'),
    compression_ratio_from_bytes: setting(bytes(), 10 * mib, 'Entries below this size may grow as they like.'),
    image_pixels: setting(whole(1000, 2 ** 40), 200_000_000, 'Largest image in pixels.'),
    xml_bytes: setting(bytes(), 16 * mib, 'Largest XML document inside a book.'),
    analysis_seconds: setting(whole(1, 86_400), 120, 'Longest time the analysis of one file may take.'),
    analysis_bytes: setting(bytes(), gib, 'Most memory the analysis of one file may take.'),
  },
  plugins: {
    registry: setting(
      nullable({ pattern: '^https?://[^?#\\s]+$', ...words('must begin with http:// or https://') }),
      null,
      'Where plugins are installed from; null takes the registry that npm is configured for.',
    ),
    allowed_commands: setting(
      Type.Array(text({ minLength: 1 })),
      [],
      'Commands besides node that a plugin may be started with, e.g. python3. They run without a sandbox.',
    ),
    secret_key: setting(
      nullable({ minLength: 32 }),
      null,
      'Encrypts the secrets of plugins; null makes one at random on the first start and keeps it in data_dir. Several servers over one database need the same.',
      { secret: true },
    ),
    heap_megabytes: setting(whole(32, 4096), 96, 'Most memory for the objects of one plugin.'),
    calls_at_once: setting(whole(1, 64), 4, 'Calls of one plugin that run at the same time; more wait.'),
    cover_hosts: setting(
      Type.Array(text({ minLength: 1 })),
      [],
      'Hosts of the local network (name or address, with port if not the usual one) that plugins may take covers from.',
    ),
  },
  log: {
    level: setting(
      Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
      'info',
      'How much to log.',
    ),
    pretty: setting(
      Type.Union([flag(), Type.Literal('auto')]),
      'auto',
      'Lines for people (true) or JSON for programs (false); auto looks whether there is a terminal.',
    ),
    keep: setting(flag(), true, 'Keeps the last lines in data_dir too, where the page Log reads them.'),
  },
  metrics: {
    token: setting(nullable({ minLength: 16 }), null, 'A bearer token that may read /metrics.', { secret: true }),
  },
}

export type Config = ValuesOf<typeof settings>
