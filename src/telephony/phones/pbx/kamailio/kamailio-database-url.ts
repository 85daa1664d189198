/** Characters that end a quoted string of kamailio.cfg, or a part of a URL that is not decoded. */
const unreadable = /["\\\s;@:/?#]/

export interface KamailioDatabase {
  /** the Kamailio module for this database */
  readonly module: 'db_postgres.so' | 'db_sqlite.so'
  /** the URL as Kamailio writes it */
  readonly url: string
}

/** Kamailio writes three slashes before an absolute path, and does not decode `%40` in a password. */
export function spellForKamailio(databaseUrl: string): KamailioDatabase {
  if (databaseUrl.startsWith('sqlite:')) {
    const path = sqlitePath(databaseUrl)
    if (/["\\\n;]/.test(path))
      throw new Error('The path of the database has a character that Kamailio cannot read.')
    return { module: 'db_sqlite.so', url: `sqlite:///${path}` }
  }
  const { username, password, host, pathname } = parsePostgresUrl(databaseUrl)
  const [name, secret, database] = [username, password, pathname.slice(1)].map(decodeURIComponent) as [
    string,
    string,
    string,
  ]
  if ([name, secret, database].some((part) => unreadable.test(part))) {
    throw new Error(
      'The name, the password or the database has a character that Kamailio cannot read in a URL.',
    )
  }
  const account = name === '' ? '' : `${name}${secret === '' ? '' : `:${secret}`}@`
  return { module: 'db_postgres.so', url: `postgres://${account}${host}/${database}` }
}

/** The absolute path in `sqlite:/absolute/path.db`. */
export function sqlitePath(databaseUrl: string): string {
  const path = databaseUrl.slice('sqlite:'.length).replace(/^\/+/, '/')
  if (!path.startsWith('/') || path === '/') {
    throw new Error('The database of Kamailio must be given as sqlite:/absolute/path.db.')
  }
  return path
}

function parsePostgresUrl(databaseUrl: string): URL {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl) || !URL.canParse(databaseUrl)) {
    throw new Error('The database of Kamailio must be given as postgres://... or sqlite:/absolute/path.db.')
  }
  return new URL(databaseUrl)
}
