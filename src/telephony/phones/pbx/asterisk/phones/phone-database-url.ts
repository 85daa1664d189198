export type PhoneDatabase =
  | { readonly engine: 'sqlite3'; readonly path: string }
  | {
      readonly engine: 'pgsql'
      readonly host: string
      readonly port: number
      readonly user: string
      readonly password: string
      readonly database: string
    }

/** Characters that a value of Asterisk's configuration files cannot have. */
const unreadable = /[\n\r;"\\]/

/** The database of the phones, in the parts that Asterisk's configuration wants. */
export function readPhoneDatabaseUrl(url: string): PhoneDatabase {
  const parts = url.startsWith('sqlite:') ? readSqlite(url) : readPostgres(url)
  if (Object.values(parts).some((part) => unreadable.test(String(part)))) {
    throw new Error(
      'The database of Asterisk has a character that Asterisk cannot read in its configuration.',
    )
  }
  return parts
}

function readSqlite(url: string): PhoneDatabase {
  const path = url.slice('sqlite:'.length).replace(/^\/+/, '/')
  if (!path.startsWith('/') || path === '/') {
    throw new Error('The database of Asterisk must be given as sqlite:/absolute/path.db.')
  }
  return { engine: 'sqlite3', path }
}

function readPostgres(url: string): PhoneDatabase {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Error('The database of Asterisk must be given as postgres://... or sqlite:/absolute/path.db.')
  }
  const { hostname, port, username, password, pathname } = new URL(url)
  return {
    engine: 'pgsql',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? 5432 : Number(port),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
  }
}
