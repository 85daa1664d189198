import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import LibsqlDatabase from 'libsql'
import { freePort } from '../../test/harness/free-port.ts'
import { cpuSecondsOf } from '../cpu-time.ts'
import { collectGarbage, makeFolder, pause } from '../servers.ts'
import type { Peer } from './room.ts'
import { accountOf, PASSWORD, XmppRoom } from './xmpp-room.ts'

interface Program {
  name: string
  command: string
  args: readonly string[]
  environment?: Record<string, string>
  /** in which it stores the messages of rooms */
  table: string
}

/** Where a server has its files, and listens. */
class Place {
  readonly folder = makeFolder()
  readonly database = this.file('archive.sqlite')
  /** When it appears, the server collects its garbage and removes it. */
  readonly collect = this.file('collect')
  readonly log = this.file('log')
  readonly port: number

  constructor(port: number) {
    this.port = port
    // With a write-ahead log, a commit needs one sync instead of several.
    this.query((database) => database.pragma('journal_mode = WAL'))
  }

  file(name: string, content?: string): string {
    const path = join(this.folder, name)
    if (content !== undefined) writeFileSync(path, content)
    return path
  }

  query<T>(ask: (database: LibsqlDatabase.Database) => T): T {
    const database = new LibsqlDatabase(this.database)
    try {
      return ask(database)
    } finally {
      database.close()
    }
  }
}

/** Prosody with its archive in SQLite. Its default, files that it never syncs, is not comparable. */
export async function startProsody(people: number): Promise<Peer> {
  const place = new Place(await freePort())
  const accounts = 'data/localhost/accounts'
  mkdirSync(place.file(accounts), { recursive: true })
  for (let index = 0; index < people; index += 1) {
    place.file(`${accounts}/${accountOf(index)}.dat`, `return { ["password"] = "${PASSWORD}" };\n`)
  }
  place.file(
    'mod_collect.lua',
    `module:add_timer(0.2, function ()
      if os.remove("${place.collect}") then collectgarbage() collectgarbage() end
      return 0.2
    end)`,
  )
  const settings = place.file('prosody.cfg.lua', settingsOfProsody(place))
  const args = ['-F', '--config', settings]
  return start(place, { name: 'Prosody', command: 'prosody', args, table: 'prosodyarchive' })
}

/** Without limits, encryption and presences to everyone, which would slow it down. */
const settingsOfProsody = ({ folder, port, log, database }: Place) => `
data_path = "${folder}/data"; pidfile = "${folder}/pid"; certificates = "${folder}"; log = { warn = "${log}" }
interfaces = { "127.0.0.1" }; c2s_ports = { ${port} }; s2s_ports = {}; http_ports = {}; https_ports = {}
plugin_paths = { "${folder}" }
modules_enabled = { "saslauth", "collect" }; modules_disabled = { "s2s", "offline", "tls", "http" }
authentication = "internal_plain"; c2s_require_encryption = false; allow_unencrypted_plain_auth = true
storage = { muc_log = "sql" }; sql = { driver = "SQLite3", database = "${database}" }
VirtualHost "localhost"
Component "rooms.localhost" "muc"
  modules_enabled = { "muc_mam" }; muc_log_by_default = true; muc_log_presences = false
  restrict_room_creation = false; muc_room_locking = false; muc_room_default_persistent = true
  muc_room_default_history_length = 0; max_archive_query_results = 100
  muc_room_default_presence_broadcast = { visitor = false, participant = false, moderator = false }
`

const TABLES_OF_EJABBERD = '/usr/share/ejabberd/sql/lite.sql'
const SCRIPT_OF_EJABBERD = '/usr/sbin/ejabberdctl'

/** ejabberd with its archive in SQLite. Its default, Mnesia, does not sync and is not comparable. */
export async function startEjabberd(people: number): Promise<Peer> {
  const place = new Place(await freePort())
  place.query((database) => {
    database.exec(readFileSync(TABLES_OF_EJABBERD, 'utf8'))
    const add = database.prepare('insert into users (username, password) values (?, ?)')
    database.exec('begin')
    for (let index = 0; index < people; index += 1) add.run(accountOf(index), PASSWORD)
    database.exec('commit')
  })
  // The folder depends on the architecture.
  const libraries = /^ERL_LIBS='([^']+)'/m.exec(readFileSync(SCRIPT_OF_EJABBERD, 'utf8'))?.[1]
  if (libraries === undefined) throw new Error(`${SCRIPT_OF_EJABBERD} does not say where the libraries are.`)
  const collecting =
    `spawn(fun Look() -> case file:delete("${place.collect}") of ` +
    'ok -> [erlang:garbage_collect(One) || One <- processes()]; _ -> ok end, timer:sleep(200), Look() end).'
  const spool = `"${place.file('spool')}"`
  return start(place, {
    name: 'ejabberd',
    // As its own script starts it, but not as a node that others can reach.
    command: 'erl',
    args: [
      ...['+K', 'true', '+P', '250000', '-noinput', '-mnesia', 'dir', spool],
      ...['-s', 'ejabberd', '-eval', collecting],
    ],
    environment: {
      ERL_LIBS: libraries,
      EJABBERD_CONFIG_PATH: place.file('ejabberd.yml', settingsOfEjabberd(place)),
      EJABBERD_LOG_PATH: place.log,
      ERL_CRASH_DUMP_BYTES: '0',
    },
    table: 'archive',
  })
}

/** As with Prosody. */
const settingsOfEjabberd = ({ port, database }: Place) => `
hosts: [localhost]
loglevel: warning
listen:
  - {port: ${port}, ip: "127.0.0.1", module: ejabberd_c2s, backlog: 1000, shaper: none, access: all, max_fsm_queue: 100000}
auth_method: [sql]
auth_password_format: plain
sql_type: sqlite
sql_database: "${database}"
shaper_rules: {}
modules:
  mod_mam: {db_type: sql, default: never, request_activates_archiving: false}
  mod_muc:
    {host: rooms.localhost, access: all, access_create: all, access_persistent: all, access_mam: all, history_size: 0,
     max_users: 5000, max_user_conferences: 100, max_users_admin_threshold: 100, min_message_interval: 0,
     user_message_shaper: none, room_shaper: none,
     default_room_options: {persistent: true, mam: true, max_users: 5000, presence_broadcast: [], public: true}}
`

/** An account of Debian without any rights: these servers refuse to run as root. */
const NOBODY = 65534
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 5000

async function start(place: Place, program: Program): Promise<Peer> {
  const { folder, port, log, collect } = place
  const { name, command, args, environment, table } = program
  const isRoot = process.getuid?.() === 0
  if (isRoot) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder])
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', ...environment },
    stdio: 'ignore',
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  })
  const pid = child.pid!
  const kill = () => child.kill('SIGKILL')
  process.prependOnceListener('exit', kill)
  for (const latest = performance.now() + START_TIMEOUT_MS; !(await isListening(port)); await pause(100)) {
    if (child.exitCode === null && performance.now() < latest) continue
    kill()
    throw new Error(`${name} does not start: ${existsSync(log) ? readFileSync(log, 'utf8') : 'no log'}`)
  }
  const room = new XmppRoom(port)
  return {
    name,
    isOurs: false,
    url: `xmpp://127.0.0.1:${port}`,
    port,
    pid,
    room,
    cpu: () => ({ [name]: cpuSecondsOf(pid) }),
    collectGarbage: () => collectGarbage(collect),
    countStored() {
      const counted = place.query((database) =>
        database.prepare(`select count(*) as rows from ${table}`).get(),
      )
      return (counted as { rows: number }).rows
    },
    async stop() {
      room.close()
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      const timer = setTimeout(kill, STOP_TIMEOUT_MS)
      await ended
      clearTimeout(timer)
      process.removeListener('exit', kill)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isListening = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
