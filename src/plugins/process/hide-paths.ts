/**
 * Node's permission model protects what is in a file, but some functions still tell whether a path exists, or where a
 * link leads. This code, a part of the sandbox's lock, makes every path that the plugin may not read look as if it
 * didn't exist:
 *
 * - `require` and `require.resolve` look paths up with `Module._stat`;
 * - `import` calls the hook that is registered first last, whatever hooks the plugin adds;
 * - `fs.realpath` follows links without asking, and `module.findPackageJSON` resolves without hooks.
 *
 * Needs `deny` and `set` of the lock.
 */
export const HIDE_PATHS = `
const has = process.permission.has.bind(process.permission)
const mayRead = (path) => has('fs.read', path)
const notFound = (name, base) =>
  Object.assign(new Error('Cannot find ' + name + ', imported from ' + base), { code: 'ERR_MODULE_NOT_FOUND' })
// What differs if a package's folder or file exists.
const telling = ['ERR_ACCESS_DENIED', 'ERR_MODULE_NOT_FOUND', 'ERR_UNSUPPORTED_DIR_IMPORT']
const stat = module._stat
const statReadable = (path) => (mayRead(path) ? stat(path) : -2)
module._stat = statReadable
set(module, '_stat', statReadable)

// The path as text, which is the same when it is checked and when it is used.
const textOf = (path) => {
  if (path instanceof URL) return fileURLToPath(path.href)
  if (Buffer.isBuffer(path)) return path.toString()
  return typeof path === 'string' ? path : deny()
}
for (const name of ['realpath', 'realpathSync']) {
  const own = fs[name]
  const checked = (path, ...rest) => {
    const text = textOf(path)
    return mayRead(text) ? own(text, ...rest) : deny()
  }
  set(checked, 'native', own.native)
  set(fs, name, checked)
}

const pathOf = (url) => (url?.startsWith('file:') ? fileURLToPath(url) : undefined)
// The path that a specifier names; undefined for packages and Node's own modules, which have names.
const namedPath = (specifier, base) => {
  const isPath = /^(\\.{0,2}[\\/]|\\.{1,2}$)/.test(specifier)
  if (isPath || URL.canParse(specifier)) return pathOf(URL.parse(specifier, base ?? 'file:///')?.href)
}
const isHidden = (path) => path !== undefined && !mayRead(path)
module.registerHooks({
  resolve(specifier, context, next) {
    const base = context.parentURL
    if (isHidden(namedPath(specifier, base))) throw notFound(specifier, base)
    try {
      const found = next(specifier, context)
      if (!isHidden(pathOf(found.url))) return found
    } catch (error) {
      if (!telling.includes(error?.code)) throw error
    }
    throw notFound(specifier, base)
  },
})
const { findPackageJSON } = module
set(module, 'findPackageJSON', (specifier, base = 'data:') => {
  const [name, from] = [String(specifier), isAbsolute(String(base)) ? pathToFileURL(String(base)).href : String(base)]
  if (isHidden(pathOf(from)) || isHidden(namedPath(name, from))) throw notFound(name, from)
  const found = findPackageJSON(name, from)
  return found === undefined || mayRead(found) ? found : undefined
})`
