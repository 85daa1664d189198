import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import LibsqlDatabase from 'libsql'
import { freePort } from '../child-server.ts'
import { countRows } from './count-rows.ts'
import { ACCOUNTS, type PeerServer } from './peer-server.ts'
import { giveAway, makeFolder, runProgram } from './run-program.ts'

/**
 * Prosody with its archive in SQLite, which we turn to WAL for it: one sync for each message instead of
 * several. Its own files, which it never syncs, took minutes for the archive that is searched here.
 */
export async function startProsody(): Promise<PeerServer> {
  const folder = makeFolder('prosody')
  const port = await freePort()
  const accounts = join(folder, 'data/localhost/accounts')
  mkdirSync(accounts, { recursive: true })
  for (let index = 0; index < ACCOUNTS; index += 1) {
    writeFileSync(join(accounts, `u${index}.dat`), 'return { ["password"] = "secret" };\n')
  }
  const database = join(folder, 'archive.sqlite')
  const handle = new LibsqlDatabase(database)
  handle.pragma('journal_mode = WAL')
  handle.close()
  const collectFile = join(folder, 'collect')
  writeFileSync(join(folder, 'mod_collect.lua'), collecting(collectFile))
  const settings = join(folder, 'prosody.cfg.lua')
  writeFileSync(settings, configuration(folder, port, database))
  giveAway(folder)
  const program = await runProgram('prosody', ['-F', '--config', settings], folder, port)
  return {
    name: 'Prosody',
    protocol: 'xmpp',
    synced: true,
    storage: 'SQLite in WAL mode, a synced commit for each message',
    port,
    authorizations: [],
    countArchived: () => countRows(database, 'prosodyarchive'),
    collectFile,
    pids: [program.pid],
    stop: program.stop,
  }
}

/** A module of Prosody. */
const collecting = (file: string) => `
module:add_timer(0.2, function ()
  if os.remove("${file}") then collectgarbage() collectgarbage() end
  return 0.2
end)
`

/** No limits, no encryption, no presences to everybody: whatever would slow it down is off. */
const configuration = (folder: string, port: number, database: string) => `
data_path = "${folder}/data"
pidfile = "${folder}/prosody.pid"
certificates = "${folder}"
log = { warn = "${folder}/log" }
interfaces = { "127.0.0.1" }
c2s_ports = { ${port} }
s2s_ports = {}
http_ports = {}
https_ports = {}
plugin_paths = { "${folder}" }
modules_enabled = { "saslauth", "collect" }
modules_disabled = { "s2s", "offline", "tls", "http" }
authentication = "internal_plain"
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
storage = { muc_log = "sql" }
sql = { driver = "SQLite3", database = "${database}" }
VirtualHost "localhost"
Component "rooms.localhost" "muc"
  modules_enabled = { "muc_mam" }
  restrict_room_creation = false
  muc_room_locking = false
  muc_room_default_persistent = true
  muc_room_default_history_length = 0
  muc_log_by_default = true
  muc_log_presences = false
  muc_room_default_presence_broadcast = { visitor = false, participant = false, moderator = false }
  max_archive_query_results = 100
`
