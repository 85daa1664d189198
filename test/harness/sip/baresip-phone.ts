import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../debian-packages.js'
import { describeBaresip } from './describe-baresip.ts'
import { freeSipPort } from './free-sip-port.ts'
import { createNetstringReader } from './netstring-reader.ts'
import { waitUntil } from './wait-until.ts'

export interface BaresipOptions {
  sipPort: number
  number: number
  domain: string
  secret: string
  transport?: 'udp' | 'tcp' | 'tls'
  /** a wav file that it plays into its calls */
  plays?: string
  /** the folder in which it records its calls */
  records?: string
  /** whether it subscribes to the number of waiting messages */
  mwi?: boolean
  /** It insists on encrypted sound (SRTP). */
  encrypts?: boolean
}

export interface BaresipPhone {
  /** the types of the events that it has told, as `CALL_ESTABLISHED` */
  events: string[]
  /** who calls, as the phone would show it: `Ada <sip:1001@a.test>` */
  callers: string[]
  /** why calls ended: `404 Not Found` */
  endings: string[]
  /** what it was told about waiting messages */
  waiting: string[]
  /** `dial` with an address, `accept`, `hangup`, `hold`, `resume` */
  command(name: string, params?: string): void
  stop(): Promise<void>
}

interface BaresipMessage {
  type?: string
  response?: boolean
  peeruri?: string
  peerdisplayname?: string
  param?: string
}

/** A real softphone that registers, and is driven by us. */
export async function startBaresip(options: BaresipOptions): Promise<BaresipPhone> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-baresip-'))
  const [phonePort, controlPort] = [await freeSipPort(), await freeSipPort()]
  for (const [name, text] of Object.entries(describeBaresip(options, phonePort, controlPort))) {
    writeFileSync(join(folder, name), text)
  }
  // It ends by itself if we do not live to end it.
  const child = spawn(findProgram('baresip')!, ['-f', folder, '-t', '120'], { stdio: 'ignore' })
  const events: string[] = []
  const callers: string[] = []
  const endings: string[] = []
  const waiting: string[] = []
  let answers = 0
  let socket: Socket | undefined
  async function stop(): Promise<void> {
    socket?.destroy()
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitUntil('baresip can be driven', async () => {
      if (child.exitCode !== null) throw new Error(`baresip ended with code ${child.exitCode}`)
      socket = await open(controlPort)
      return socket !== undefined
    })
    const read = createNetstringReader((text) => {
      const { type, response, peeruri, peerdisplayname, param } = JSON.parse(text) as BaresipMessage
      if (type) events.push(type)
      if (type === 'CALL_INCOMING') callers.push(`${peerdisplayname ?? ''} <${peeruri}>`)
      if (type === 'CALL_CLOSED') endings.push(param ?? '')
      if (type === 'MWI_NOTIFY') waiting.push(param ?? '')
      if (response) answers += 1
    })
    socket!.on('data', read)
    socket!.on('error', () => {})
    const command = (name: string, params?: string) => {
      const text = JSON.stringify({ command: name, ...(params !== undefined && { params }) })
      socket!.write(`${Buffer.byteLength(text)}:${text},`)
    }
    // Only now is it sure to have noticed us; what happened before is told to nobody.
    let looks = 0
    await waitUntil('baresip answers', () => {
      // Again and again: under load, it sometimes does not answer the first time.
      if (looks % 40 === 0) command('reginfo')
      looks += 1
      return answers > 0
    })
    return { events, callers, endings, waiting, command, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function open(port: number): Promise<Socket | undefined> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => done(socket))
    socket.once('error', () => done(undefined))
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await ended
}
