import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type AsteriskParameters,
  defaultAsteriskParameters,
} from '../../../src/telephony/phones/pbx/asterisk/config/asterisk-parameters.ts'
import { preparePhoneDatabase } from '../../../src/telephony/phones/pbx/asterisk/config/prepare-phone-database.ts'
import { writeAsteriskConfiguration } from '../../../src/telephony/phones/pbx/asterisk/config/write-asterisk-configuration.ts'
import { findAsterisk } from '../../install-asterisk.js'
import { freePort } from '../free-port.ts'
import { type ProcessGroup, startProcessGroup } from '../process-group.ts'
import { freeSipPort } from '../sip/free-sip-port.ts'
import { waitUntil } from '../sip/wait-until.ts'
import { writeProviderCertificate } from './provider-certificate.ts'

const LIFETIME_SECONDS = 600
const PASSWORD = 'the-password-of-the-tests'
/** The folders that it writes to. */
const folders = [
  'astvarlibdir',
  'astdbdir',
  'astkeydir',
  'astspooldir',
  'astrundir',
  'astcachedir',
  'astlogdir',
  'astagidir',
]

export interface RunningAsterisk {
  /** the settings with which a server uses it */
  settings: Record<string, string>
  /** the settings with which a server uses it beside others */
  settingsAs(number: number): Record<string, string>
  url: string
  /** the database of its phones, by the way that Asterisk takes too */
  databaseUrl: string
  /** the same database, directly */
  directDatabaseUrl: string
  sipPort: number
  tlsPort: number
  /** where phones connect by WebSocket: plain, and over TLS */
  webSockets: { plain: string; secure: string }
  /** the folder of its recordings */
  recordings: string
  /** what it has logged since it started */
  log(): string
  isRunning(): boolean
  /** of its process group */
  pid(): number
  /** Ends it as a power cut would; its files stay. */
  kill(): Promise<void>
  /** Starts it again after `kill`, on the same ports. */
  start(): Promise<void>
  /** It answers nothing until `thaw`. */
  freeze(): void
  thaw(): void
  /** Ends it, and removes its files. */
  stop(): Promise<void>
}

export interface AsteriskTestOptions {
  /** Another way to the database than the direct one: returns its URL. */
  detour?(databaseUrl: string): Promise<string>
  /** Folders that differ from the usual ones, by their names in asterisk.conf. */
  directories?: Record<string, string>
  /** Settings of its configuration that differ from the usual ones. */
  parameters?: Partial<AsteriskParameters>
  /** after how long it ends if nobody ends it */
  lifetimeSeconds?: number
  /** Settings of the server beside it. */
  serverSettings?: Record<string, string>
}

/** Where Asterisk keeps its files, and the database of its phones. */
interface AsteriskPlace {
  readonly dataDir: string
  /** undefined: SQLite in the folder */
  readonly databaseUrl: string | undefined
  remove(): Promise<void>
}

/** A real Asterisk with the configuration that the product writes, on free ports of the loopback address. */
export async function runAsterisk(
  place: AsteriskPlace,
  options: AsteriskTestOptions = {},
): Promise<RunningAsterisk> {
  const directDatabaseUrl = place.databaseUrl ?? `sqlite:${join(place.dataDir, 'asterisk.db')}`
  await preparePhoneDatabase(directDatabaseUrl)
  const databaseUrl = (await options.detour?.(directDatabaseUrl)) ?? directDatabaseUrl
  const { command, directories } = findAsterisk()!
  const own = Object.fromEntries(folders.map((name) => [name, join(place.dataDir, name)]))
  const recordings = join(own.astspooldir!, 'recording')
  for (const folder of [...Object.values(own), recordings]) mkdirSync(folder, { recursive: true })
  const [sipPort, httpPort, rtpPort] = [await freeSipPort(), await freePort(), await freeSipPort()]
  const securePort = await freePort()
  const host = '127.0.0.1'
  const tls = writeProviderCertificate(place.dataDir)
  const configuration = writeAsteriskConfiguration(join(place.dataDir, 'etc'), {
    ...defaultAsteriskParameters,
    sip: { host, port: sipPort },
    sipTls: {
      port: sipPort + 1,
      webSocketPort: securePort,
      ...tls,
    },
    authorities: [readFileSync(tls.certFile, 'utf8')],
    http: { host, port: httpPort },
    password: PASSWORD,
    databaseUrl,
    rtp: { from: rtpPort, to: rtpPort + 200 },
    udptl: { from: rtpPort + 201, to: rtpPort + 300 },
    directories: { ...own, ...directories, ...options.directories },
    ...options.parameters,
  })
  const url = `http://switchboard:${PASSWORD}@${host}:${httpPort}`
  let output = ''
  let group: ProcessGroup | undefined

  async function start(): Promise<void> {
    group = startProcessGroup(options.lifetimeSeconds ?? LIFETIME_SECONDS, [
      ...command,
      '-f',
      '-C',
      configuration,
    ])
    const { child: mine } = group
    for (const stream of [mine.stdout, mine.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    output = ''
    await waitUntil('Asterisk is ready', () => {
      if (mine.exitCode !== null) throw new Error(`Asterisk ended with code ${mine.exitCode}:\n${output}`)
      return output.includes('Asterisk Ready.')
    })
  }

  const running: RunningAsterisk = {
    settings: { ASTERISK_URL: url, ASTERISK_DATABASE_URL: databaseUrl, SIP_PROXY: `${host}:${sipPort}` },
    settingsAs: (number) => ({
      [`ASTERISK_${number}_URL`]: url,
      [`ASTERISK_${number}_DATABASE_URL`]: databaseUrl,
      [`ASTERISK_${number}_SIP_PROXY`]: `${host}:${sipPort}`,
    }),
    url,
    databaseUrl,
    directDatabaseUrl,
    sipPort,
    tlsPort: sipPort + 1,
    webSockets: { plain: `ws://${host}:${httpPort}/ws`, secure: `wss://${host}:${securePort}/ws` },
    recordings,
    log: () => output,
    pid: () => group!.child.pid!,
    isRunning: () => group?.child.exitCode === null && group.child.signalCode === null,
    kill: async () => group?.kill(),
    start,
    freeze: () => group?.signal('SIGSTOP'),
    thaw: () => group?.signal('SIGCONT'),
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
    throw new Error(`Asterisk did not start:\n${output}`, { cause: error })
  }
}
