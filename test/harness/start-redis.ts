import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { freePort } from './free-port.ts'

export interface RunningRedis {
  url: string
  readonly pid: number
  /** Ends it as a power cut would: everything in it is gone. */
  kill(): Promise<void>
  /** At the same address; empty. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Debian's redis-server on a free port, which keeps nothing. */
export async function startRedis(): Promise<RunningRedis> {
  const port = await freePort()
  let server: ChildProcess | undefined
  async function start() {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    server = spawn('redis-server', [...settings, '--dir', tmpdir()], { stdio: 'ignore' })
    await untilItAnswers(port, server)
  }
  async function kill() {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((done) => server!.once('exit', done))
    server.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return server!.pid!
    },
    kill,
    async restart() {
      await kill()
      await start()
    },
    stop: kill,
  }
}

async function untilItAnswers(port: number, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`Redis ended with code ${server.exitCode}`)
    if (await isThere(port)) return
    await new Promise((next) => setTimeout(next, 50))
  }
  server.kill('SIGKILL')
  throw new Error('Redis did not answer within ten seconds')
}

function isThere(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.end('PING\r\n'))
    socket.once('data', (answer) => done(answer.toString().startsWith('+PONG')))
    socket.once('error', () => done(false))
    socket.once('close', () => done(false))
  })
}
