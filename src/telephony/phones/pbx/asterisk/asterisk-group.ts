import type { Logger } from '../../../../platform/logging/log.ts'
import { type Pbx, type PbxEvent, PbxFailure } from '../pbx.ts'
import { labelOfPbx, pbxOfCall } from '../pbx-of-call.ts'
import type { PbxTrunks } from '../pbx-trunk.ts'
import type { AsteriskPbx } from './asterisk-pbx.ts'
import { type FindAtPeers, peerName } from './phones/asterisk-peers.ts'

export interface AsteriskGroupUse {
  readonly log: Logger
  /** the numbers of the Asterisks */
  readonly numbers: readonly number[]
  open(number: number, findAtPeers: FindAtPeers): AsteriskPbx
  /** which Asterisk serves a domain; undefined: it is no instance's, or no longer */
  asteriskOf(domain: string): Promise<number | undefined>
}

/** Several Asterisks as one PBX: each serves some instances. Only those notice when it fails. */
export function createAsteriskGroup({ log, numbers, open, asteriskOf }: AsteriskGroupUse): Pbx {
  const members = new Map(numbers.map((number) => [number, open(number, findAtPeersOf(number))]))
  const all = [...members.values()]

  function findAtPeersOf(number: number): FindAtPeers {
    return async (address) => {
      const other = await asteriskOf(address.domain)
      if (other === undefined || other === number) return undefined
      try {
        const endpoints = await memberOf(other).findCallable(address)
        return endpoints.map((endpoint) => `PJSIP/${peerName(other)}/sip:${endpoint}`)
      } catch (error) {
        // As if the phone were off: the call goes to another number or to the mailbox.
        log.warn({ err: error, asterisk: other }, 'the phones of another Asterisk could not be found')
        return []
      }
    }
  }

  function memberOf(number: number): AsteriskPbx {
    const member = members.get(number)
    if (!member) throw new PbxFailure(`The instance is served by Asterisk ${number}, which has no settings.`)
    return member
  }

  /** The Asterisk that has the call, and its own name for it. */
  function runnerOf(call: string) {
    const pbx = pbxOfCall(call)
    return { member: memberOf(Number(pbx ?? 1)), name: pbx === undefined ? call : call.slice(pbx.length + 1) }
  }

  async function serving(domain: string): Promise<AsteriskPbx> {
    const number = await asteriskOf(domain)
    if (number === undefined) throw new PbxFailure('There is no such instance.')
    return memberOf(number)
  }

  return {
    put: async (account) => (await serving(account.domain)).put(account),
    async remove(address) {
      const number = await asteriskOf(address.domain)
      // Something may be left of a deleted instance.
      const concerned = number === undefined ? all : [memberOf(number)]
      await Promise.all(concerned.map((member) => member.remove(address)))
    },
    registration: async (address) => (await serving(address.domain)).registration(address),
    showWaiting: async (address, messages) => (await serving(address.domain)).showWaiting(address, messages),
    browserPhones: {
      webSocketUrl: async (domain) => (await serving(domain)).browserPhones.webSocketUrl(domain),
      admit: async (phone) => (await serving(phone.address.domain)).browserPhones.admit(phone),
      remove: async (phone) => (await serving(phone.address.domain)).browserPhones.remove(phone),
    },
    async setRecording(call, isOn) {
      const { member, name } = runnerOf(call)
      await member.setRecording(name, isOn)
    },
    async park(call, by, number) {
      const { member, name } = runnerOf(call)
      await member.park(name, by, number)
    },
    async replaceSlots(slots) {
      const numbers = await Promise.all(slots.map(({ domain }) => asteriskOf(domain)))
      for (const [number, member] of members) {
        await member.replaceSlots(slots.filter((_, index) => numbers[index] === number))
      }
    },
    trunks: trunksOfSeveral(all, log),
    listen(listener) {
      for (const [number, member] of members) {
        member.listen((event) => {
          // Only the first registers with providers.
          if (event.kind !== 'trunks' || number === 1) listener(labelCalls(number, event))
        })
      }
    },
    look(address) {
      if (!address) for (const member of all) member.look()
      else {
        serving(address.domain).then(
          (member) => member.look(address),
          (error) => log.warn({ err: error, address }, 'the Asterisk that serves a phone is unknown'),
        )
      }
    },
    async ping(domain) {
      const concerned = domain === undefined ? all : [await serving(domain)]
      await Promise.all(concerned.map((member) => member.ping()))
    },
    async listWarnings(domain) {
      return (await serving(domain)).listWarnings()
    },
    async start() {
      await Promise.all(all.map((member) => member.start()))
    },
    async stop() {
      await Promise.all(all.map((member) => member.stop()))
    },
    async close() {
      await Promise.all(all.map((member) => member.close()))
    },
  }
}

/**
 * Calls go out over a trunk from each Asterisk, and come in at the first: a provider takes one registration, and calls
 * one address.
 */
function trunksOfSeveral(members: readonly { trunks: PbxTrunks }[], log: Logger): PbxTrunks {
  return {
    async replaceAll(trunks, routes) {
      const outbound = trunks.map((trunk) => ({ ...trunk, kind: 'outbound' as const, addresses: [] }))
      const [first, ...others] = members.map((member, index) =>
        member.trunks.replaceAll(index === 0 ? trunks : outbound, routes),
      )
      for (const other of others) {
        other.catch((error) =>
          log.warn({ err: error }, 'an Asterisk did not accept the trunks; trying again'),
        )
      }
      await first
    },
  }
}

/** Two Asterisks can give their calls the same id, so ids from all but the first get its number as a prefix. */
function labelCalls(asterisk: number, event: PbxEvent): PbxEvent {
  if (asterisk === 1) return event
  const pbx = String(asterisk)
  const label = (name: string) => labelOfPbx(pbx, name)
  switch (event.kind) {
    case 'registration':
    case 'contact':
    case 'call':
    case 'trunks':
    case 'callback':
    case 'agent':
      return { ...event, pbx }
    case 'callsInProgress':
      return { ...event, pbx, calls: event.calls.map(label) }
    case 'recorded':
      return { ...event, pbx, call: label(event.call), recording: label(event.recording) }
    default:
      return { ...event, pbx, call: label(event.call) }
  }
}
