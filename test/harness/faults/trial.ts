import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { Complaint } from './chat-evidence.ts'
import { type ChatLoad, startChatLoad } from './chat-load.ts'
import { checkChat } from './check-chat.ts'
import { checkPhones } from './check-phones.ts'
import { many } from './fault-plan.ts'
import type { Fleet } from './fleet.ts'
import { startPhoneLoad } from './phone-load.ts'
import { watchMemory } from './resident-memory.ts'
import { aMoment, newTally, type Tally } from './roamer.ts'

/** No server of these trials should ever need more memory than this. */
const MAX_MEGABYTES = 600

export interface UnderLoad {
  readonly chat: ChatLoad
  readonly tally: Tally
  /** Waits until this many more messages have been acknowledged. */
  afterMore(messages: number): Promise<void>
}

export interface TrialOptions {
  name: string
  fleet: Fleet
  pauseMs?: number
  /** Causes the fault, once or repeatedly; returns how often. */
  fault(load: UnderLoad): Promise<number>
}

/** Runs the load, does harm, lets everything come to its end, and has the checker look at all of it. */
export async function runTrial({ name, fleet, pauseMs = 15, fault }: TrialOptions): Promise<UnderLoad> {
  const tally = newTally()
  // The same data may see several trials.
  const trial = randomBytes(4).toString('hex')
  const chat = await startChatLoad(fleet.addresses, tally, trial, {
    senders: many(8),
    queues: many(2),
    pauseMs,
  })
  const phones = await startPhoneLoad(fleet.addresses, tally, trial, many(2))
  const memory = watchMemory(() => fleet.pids)
  const begin = Date.now()
  const answeredBefore = tally.answered
  const load = { chat, tally, afterMore: (messages: number) => untilAcknowledged(chat, messages) }
  try {
    await load.afterMore(30)
    const faults = await fault(load)
    await load.afterMore(30)
    const seconds = (Date.now() - begin) / 1000
    const requestsPerSecond = Math.round((tally.answered - answeredBefore) / seconds)
    const evidence = await chat.finish()
    const phoneEvidence = await phones.finish()
    const megabytes = memory.stop()
    const complaints = [...checkChat(evidence), ...checkPhones(phoneEvidence), ...checkMemory(megabytes)]
    const count = (kind: Complaint['kind']) =>
      complaints.filter((complaint) => complaint.kind === kind).length
    const events = [evidence.observer, ...evidence.queues].reduce(
      (sum, queue) => sum + queue.events.length,
      0,
    )
    const sockets = phoneEvidence.companies.flatMap((company) => [company.observer, ...company.sockets])
    const heard = sockets.reduce((sum, socket) => sum + socket.events.length, 0)
    console.log(
      [
        `${name}: ${faults} faults in ${seconds.toFixed(1)} s, ${requestsPerSecond} requests/s`,
        `${chat.acknowledged()} messages and ${phones.acknowledged()} changes acknowledged`,
        `${evidence.queues.length + 1} queues saw ${events} events, ${sockets.length} sockets ${heard}`,
        `${tally.unanswered} without an answer, ${describe(tally.troubles)}`,
        `at most ${megabytes} MB`,
        `lost = ${count('lost') + count('missed')}, doubled = ${count('doubled')}`,
      ].join('; '),
    )
    for (const { kind, what } of complaints.slice(0, 20)) console.log(`${name}: ${kind}: ${what}`)
    expect(complaints.slice(0, 20)).toEqual([])
    return load
  } catch (error) {
    console.log(`${name}: what the nodes said last:\n${fleet.said().slice(-4000)}`)
    throw error
  } finally {
    memory.stop()
    phones.close()
  }
}

const describe = (troubles: Tally['troubles']) =>
  troubles.size === 0 ? 'no 5xx' : [...troubles].map(([what, count]) => `${count} times ${what}`).join(', ')

const checkMemory = (megabytes: number): Complaint[] =>
  megabytes > MAX_MEGABYTES ? [{ kind: 'memory', what: `${megabytes} MB` }] : []

async function untilAcknowledged(chat: ChatLoad, more: number): Promise<void> {
  const wanted = chat.acknowledged() + more
  const until = Date.now() + 60_000
  while (chat.acknowledged() < wanted) {
    if (Date.now() > until)
      throw new Error(`Only ${chat.acknowledged()} of ${wanted} messages were acknowledged`)
    await aMoment(20)
  }
}
