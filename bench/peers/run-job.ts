import { fork } from 'node:child_process'
import { join } from 'node:path'
import { project } from '../built.ts'
import type { Job, JobResult } from './job.ts'
import type { PeerServer } from './peer-server.ts'

const LONGEST_MS = 300_000

type WithoutServer<Kind> = Kind extends Job ? Omit<Kind, 'protocol' | 'plan'> : never
export type Work = WithoutServer<Job>
export interface Members {
  senders: number
  receivers: number
  window: number
}

/** Does the work against a server, from another process, and answers with what that process saw. */
export async function runJob(server: PeerServer, members: Members, work: Work): Promise<JobResult> {
  const { child, answer } = start(server, members, work)
  try {
    return (await answer) as JobResult
  } finally {
    child.kill('SIGKILL')
  }
}

/** Keeps people connected until the answer is called. */
export async function holdConnected(server: PeerServer, receivers: number): Promise<() => void> {
  const { child, answer } = start(server, { senders: 0, receivers, window: 1 }, { kind: 'hold' })
  await answer
  return () => child.kill('SIGKILL')
}

function start(server: PeerServer, members: Members, work: Work) {
  const child = fork(join(project, 'dist-bench/bench/peers/generate.js'))
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const { protocol, port, authorizations } = server
  const answer = new Promise<unknown>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no result within ${LONGEST_MS / 1000} s`)), LONGEST_MS)
    child.once('message', (message) => {
      clearTimeout(timer)
      resolve(message)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      process.removeListener('exit', kill)
      reject(new Error(`the load generator ended with code ${code}: ${server.name}, ${work.kind}`))
    })
  })
  child.send({ protocol, plan: { port, authorizations, ...members }, ...work } as Job)
  return { child, answer }
}
