import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import LibsqlDatabase from 'libsql'
import { freePort } from '../child-server.ts'
import { countRows } from './count-rows.ts'
import { ACCOUNTS, type PeerServer } from './peer-server.ts'
import { giveAway, makeFolder, runProgram } from './run-program.ts'

const TABLES = '/usr/share/ejabberd/sql/lite.sql'

/** ejabberd with its archive in SQLite, in WAL mode as Prosody's. Its default, Mnesia, does not sync and is not measured. */
export async function startEjabberd(): Promise<PeerServer> {
  const folder = makeFolder('ejabberd')
  const port = await freePort()
  const database = join(folder, 'archive.sqlite')
  const handle = new LibsqlDatabase(database)
  handle.pragma('journal_mode = WAL')
  handle.pragma('synchronous = OFF')
  handle.exec(readFileSync(TABLES, 'utf8'))
  const add = handle.prepare('insert into users (username, password) values (?, ?)')
  for (let index = 0; index < ACCOUNTS; index += 1) add.run(`u${index}`, 'secret')
  handle.close()
  const settings = join(folder, 'ejabberd.yml')
  writeFileSync(settings, configuration(port, database))
  giveAway(folder)
  const collectFile = join(folder, 'collect')
  // As its own script starts it, but without a node that others could reach.
  const args = [
    '+K',
    'true',
    '+P',
    '250000',
    '-mnesia',
    'dir',
    `"${folder}/spool"`,
    '-s',
    'ejabberd',
    '-eval',
    collecting(collectFile),
    '-noinput',
  ]
  const program = await runProgram('erl', args, folder, port, {
    ERL_LIBS: findLibraries(),
    EJABBERD_CONFIG_PATH: settings,
    EJABBERD_LOG_PATH: join(folder, 'log'),
    ERL_CRASH_DUMP_BYTES: '0',
  })
  return {
    name: 'ejabberd',
    protocol: 'xmpp',
    synced: true,
    storage: 'SQLite in WAL mode, a synced commit for each message',
    port,
    authorizations: [],
    countArchived: () => countRows(database, 'archive'),
    collectFile,
    pids: [program.pid],
    stop: program.stop,
  }
}

/** Erlang has no command for it, and its nodes are not to be reached. */
const collecting = (file: string) =>
  `spawn(fun Look() -> case file:delete("${file}") of ` +
  'ok -> [erlang:garbage_collect(One) || One <- processes()]; _ -> ok end, timer:sleep(200), Look() end).'

/** Debian's script knows where the architecture's libraries are. */
function findLibraries(): string {
  return (
    /^ERL_LIBS='([^']+)'/m.exec(readFileSync('/usr/sbin/ejabberdctl', 'utf8'))?.[1] ?? '/usr/lib/ejabberd'
  )
}

/** No limits, no encryption, no presences to everybody. */
const configuration = (port: number, database: string) => `
hosts: [localhost]
loglevel: warning
listen:
  - port: ${port}
    ip: "127.0.0.1"
    module: ejabberd_c2s
    backlog: 1000
    shaper: none
    access: all
    max_fsm_queue: 100000
auth_method: [sql]
auth_password_format: plain
sql_type: sqlite
sql_database: "${database}"
shaper_rules: {}
modules:
  mod_muc:
    host: rooms.localhost
    access: all
    access_create: all
    access_persistent: all
    access_mam: all
    history_size: 0
    max_users: 5000
    max_user_conferences: 100
    max_users_admin_threshold: 100
    min_message_interval: 0
    user_message_shaper: none
    room_shaper: none
    default_room_options:
      persistent: true
      mam: true
      max_users: 5000
      presence_broadcast: []
      public: true
  mod_mam:
    db_type: sql
    default: never
    request_activates_archiving: false
`
