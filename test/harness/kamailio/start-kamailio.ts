import { join } from 'node:path'
import { createKamailioRpc } from '../../../src/telephony/phones/pbx/kamailio/kamailio-rpc.ts'
import { prepareKamailioDatabase } from '../../../src/telephony/phones/pbx/kamailio/prepare-kamailio-database.ts'
import { writeKamailioConfiguration } from '../../../src/telephony/phones/pbx/kamailio/write-kamailio-configuration.ts'
import { findProgram } from '../../debian-packages.js'
import { type EngineName, makePlace } from '../engines.ts'
import { type ProcessGroup, startProcessGroup } from '../process-group.ts'
import { freeSipPort } from './free-sip-port.ts'
import { waitUntil } from './wait-until.ts'

const LONGEST_LIFE_SECONDS = 300

export interface RunningKamailio {
  /** as the driver wants it, and by the way that Kamailio takes too */
  databaseUrl: string
  /** the same database, by no other way than its own */
  directDatabaseUrl: string
  rpcUrl: string
  eventsAddress: string
  sipPort: number
  folder: string
  /** what it has logged so far */
  log(): string
  /** Ends it as a power cut would; its database stays. */
  kill(): Promise<void>
  /** Starts it again after `kill`, on the same ports. */
  start(): Promise<void>
  /** Ends it, and removes its database. */
  stop(): Promise<void>
}

export interface KamailioTestOptions {
  /** Another way to the database than the direct one: returns its URL. */
  detour?(databaseUrl: string): Promise<string>
}

/** A real Kamailio with the configuration that the product writes, on free ports of the loopback address. */
export async function startKamailio(
  engine: EngineName,
  options: KamailioTestOptions = {},
): Promise<RunningKamailio> {
  const place = await makePlace(engine)
  const directDatabaseUrl = place.databaseUrl ?? `sqlite:${join(place.dataDir, 'kamailio.db')}`
  await prepareKamailioDatabase(directDatabaseUrl)
  const databaseUrl = (await options.detour?.(directDatabaseUrl)) ?? directDatabaseUrl
  const [sip, rpc] = [await freeSipPort(), await freeSipPort()]
  const host = '127.0.0.1'
  const configuration = writeKamailioConfiguration(place.dataDir, {
    sip: { host, port: sip },
    rpc: { host, port: rpc },
    events: { host, port: rpc + 1 },
    databaseUrl,
    managementAddress: host,
    shortestRegistrationSeconds: 1,
  })
  const rpcUrl = `http://${host}:${rpc}/RPC`
  let output = ''
  let group: ProcessGroup | undefined

  async function start(): Promise<void> {
    const args = ['-DD', '-E', '-f', configuration, '-Y', place.dataDir, '-m', '64', '-M', '8']
    group = startProcessGroup(LONGEST_LIFE_SECONDS, [findProgram('kamailio')!, ...args])
    const { child: mine } = group
    // What nobody reads would fill the pipe.
    mine.stdout?.resume()
    mine.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const client = createKamailioRpc(rpcUrl)
    await waitUntil('Kamailio answers', async () => {
      if (mine.exitCode !== null) throw new Error(`Kamailio ended with code ${mine.exitCode}:\n${output}`)
      return client.call('core.uptime').then(
        () => true,
        () => false,
      )
    })
  }

  const running: RunningKamailio = {
    databaseUrl,
    directDatabaseUrl,
    rpcUrl,
    eventsAddress: `${host}:${rpc + 1}`,
    sipPort: sip,
    folder: place.dataDir,
    log: () => output,
    kill: async () => group?.kill(),
    start,
    async stop() {
      await group?.kill()
      await place.remove()
    },
  }
  try {
    await start()
    return running
  } catch (error) {
    await running.stop()
    throw error
  }
}
