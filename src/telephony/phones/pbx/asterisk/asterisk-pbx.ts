import { systemClock } from '../../../../platform/clock.ts'
import { runExclusive } from '../../../../platform/concurrency/run-exclusive.ts'
import type { Logger } from '../../../../platform/logging/log.ts'
import type { CallRouter } from '../flow/call-plan.ts'
import type { MessageReference, Phrase, PromptReference } from '../flow/call-sound.ts'
import type { OutgoingCalls } from '../may-call.ts'
import {
  type BrowserPhones,
  type Pbx,
  type PbxAddress,
  type PbxEvent,
  PbxFailure,
  type WaitingMessages,
} from '../pbx.ts'
import { formatAddress, parseAddress } from '../pbx-address.ts'
import type { PbxTrunks } from '../pbx-trunk.ts'
import type { QueueLines } from '../queue-lines.ts'
import { createAri } from './ari/ari.ts'
import { findRecordingProblem } from './ari/list-stored.ts'
import { type AsteriskWatch, createAsteriskWatch } from './asterisk-watch.ts'
import { createAnnouncementSounds } from './calls/announcement-sounds.ts'
import { type FindRecordingRules, requestRecording } from './calls/call-recordings.ts'
import { createCallRunner } from './calls/call-runner.ts'
import type { OpenMailbox, OpenRoom } from './calls/call-runner-use.ts'
import { createCallsAlone } from './calls/calls-alone.ts'
import { requestParking } from './calls/parked-calls.ts'
import { type FindAtPeers, meetPeers, type PeerIntroduction } from './phones/asterisk-peers.ts'
import { createBrowserPhones } from './phones/browser-phones.ts'
import { createBusyLamps } from './phones/busy-lamps.ts'
import { endCalls, endRegistrations } from './phones/end-registrations.ts'
import { findCallable, findContacts } from './phones/find-contacts.ts'
import { showWaiting } from './phones/message-waiting.ts'
import { openPhoneStore } from './phones/open-phone-store.ts'
import { type PhoneRow, phoneRow } from './phones/phone-columns.ts'
import { createSlotLamps } from './phones/slot-lamps.ts'
import { createTransferSupport } from './phones/transfer-support.ts'
import { BLOCKED_MS, createWrongSecrets } from './phones/wrong-secrets.ts'
import { createSecurityEvents } from './security-events.ts'
import { createAsteriskTrunks } from './trunks/asterisk-trunks.ts'

export interface AsteriskPbx extends Pbx {
  setRecording(call: string, isOn: boolean): Promise<void>
  park(call: string, by: PbxAddress, number: number): Promise<void>
  replaceSlots(slots: readonly PbxAddress[]): Promise<void>
  readonly browserPhones: BrowserPhones
  readonly trunks: PbxTrunks
  showWaiting(address: PbxAddress, messages: WaitingMessages): Promise<void>
  listWarnings(): Promise<readonly string[]>
  /** The endpoints of an address that can be called now. None at once if Asterisk is known to be down. */
  findCallable(address: PbxAddress): Promise<readonly string[]>
}

export interface AsteriskOptions {
  /** `http://switchboard:password@127.0.0.1:8088` */
  readonly url: string
  /** where Asterisk reads its phones: `postgres://...` or `sqlite:/absolute/path.db` */
  readonly databaseUrl: string
  readonly planCall: CallRouter
  readonly findRecordingRules: FindRecordingRules
  /** where Asterisk fetches a prompt */
  promptUrl(prompt: PromptReference): string
  /** where Asterisk fetches a message, for a few minutes */
  messageUrl(message: MessageReference): string
  readonly openMailbox: OpenMailbox
  readonly openRoom: OpenRoom
  /** where Asterisk fetches what the speech program has said; undefined: it cannot say it */
  spokenUrl(language: string, phrase: Phrase): Promise<string | undefined>
  /** the calls to the outside of all Asterisks */
  readonly outgoing: OutgoingCalls
  /** the callers in line at all Asterisks */
  readonly queueLines: QueueLines
  /** The trunk that a call from a provider belongs to, by the trunk of its endpoint and the dialled number. */
  findTrunkOfCall(trunk: string, dialled: string): Promise<string>
  /** The operator says that transfers do not crash this Asterisk, whatever its version. */
  readonly hasTransferFix?: boolean
  /** undefined: there are no others */
  readonly among?: { readonly introduction: PeerIntroduction; readonly findAtPeers: FindAtPeers }
  readonly log: Logger
}

const alone = {
  introduction: { self: 1, peers: [], secretOf: () => '' },
  findAtPeers: async () => undefined,
}

/** No secret has this hash, so that no phone can register with it. */
const NOBODY = '0'.repeat(32)
/** No registration of a phone lasts longer by default. */
const MAX_REGISTRATION_MS = 7_200_000

/** An Asterisk with the configuration of `renderAsteriskFiles`. */
export function createAsteriskPbx(options: AsteriskOptions): AsteriskPbx {
  const { url, databaseUrl, among = alone, log } = options
  const phones = openPhoneStore(databaseUrl, log)
  const ari = createAri(
    url,
    among.introduction.self === 1 ? undefined : `Asterisk ${among.introduction.self}`,
  )
  // Changes of an address are serialized, so that none restores a row that another has replaced.
  const inLane = <T>(address: PbxAddress, work: () => Promise<T>) =>
    runExclusive(`${url} ${formatAddress(address)}`, work)
  const listeners = createPbxListeners(log)
  const trunks = createAsteriskTrunks({ ari, url, store: phones, log, tell: listeners.emit })
  /** a new one each time, since the state of the old one is stale */
  let watch: AsteriskWatch | undefined
  const wrongSecrets = createWrongSecrets(systemClock, (blocked) => {
    log.warn(blocked, 'too many wrong secrets; the phone is blocked at this address for a while')
    const until = Math.ceil((systemClock.now() + BLOCKED_MS) / 1000)
    phones.block(blocked, until).catch((error) => log.error({ err: error }, 'a phone could not be blocked'))
  })
  const browsers = createBrowserPhones({
    url,
    ari,
    phones,
    log,
    onChange: (address) => watch?.touch(address),
  })
  const transferSupport = createTransferSupport({
    ari,
    phones,
    log,
    isForced: options.hasTransferFix ?? false,
  })
  const busyLamps = createBusyLamps(url, log)
  const slotLamps = createSlotLamps(url, phones, log)
  const securityEvents = createSecurityEvents(url, wrongSecrets.onEvent, log)

  let pinging: Promise<unknown> | undefined
  /** Changes at the same time share one request. */
  const ping = () => {
    pinging ??= ari.call('GET', 'asterisk/ping').finally(() => {
      pinging = undefined
    })
    return pinging
  }

  /** All or nothing: if Asterisk cannot be updated, the row is restored. */
  async function change(address: PbxAddress, former: PhoneRow | undefined, work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      await (former ? phones.put(former) : phones.remove(formatAddress(address))).catch((failure) =>
        log.error({ err: failure, address }, 'the database of Asterisk could not be restored'),
      )
      throw error
    }
    watch?.touch(address)
  }

  async function endAll(address: PbxAddress, wasKnown: boolean): Promise<void> {
    await phones.removeBrowsersOf(formatAddress(address))
    await endRegistrations(ari, address, { wasKnown })
    if (wasKnown) await endCalls(ari, address)
  }

  /** A crash of Asterisk can bring back registrations that were ended in the last second before it. */
  async function endReturned(): Promise<void> {
    const { status } = await ari.call<{ status: { startup_time: string } }>('GET', 'asterisk/info', {
      only: 'status',
    })
    if (await phones.hasRun(status.startup_time)) return
    for (const id of await phones.listReplaced(systemClock.now() - MAX_REGISTRATION_MS)) {
      const address = parseAddress(id)
      if (address) await inLane(address, () => endRegistrations(ari, address, { wasKnown: false }))
    }
    await phones.addRun(status.startup_time)
  }

  return {
    put: (account) =>
      inLane(account, async () => {
        checkAccount(account)
        await ping()
        const former = await phones.find(formatAddress(account))
        const isReplaced = former !== undefined && former.ha1 !== account.ha1
        const row = phoneRow(account, isReplaced ? systemClock.now() : Number(former?.replaced_at ?? 0))
        await change(account, former, async () => {
          // In one transaction of the store.
          await Promise.all([
            former ? undefined : phones.addDomain(row.domain),
            phones.put(row),
            isReplaced || !former ? phones.unblock(row.id) : undefined,
          ])
          // A phone that was removed just before a crash of Asterisk may be registered again.
          if (isReplaced || (!former && (await phones.wasRemoved(row.id)))) await endAll(account, isReplaced)
        })
        if (!former) await busyLamps.allow(account)
      }),
    remove: (address) =>
      inLane(address, async () => {
        await ping()
        const former = await phones.find(formatAddress(address))
        if (!former) return
        await change(address, former, async () => {
          // Asterisk finds registrations only as long as the phone exists.
          await phones.put({ ...former, ha1: NOBODY })
          await endAll(address, true)
          await Promise.all([phones.noteRemoval(former.id), phones.remove(former.id)])
        })
        await busyLamps.end(address)
      }),
    async registration(address) {
      const found = (await browsers.endpointsOf(address)).map((endpoint) => findContacts(ari, endpoint))
      const bindings = (await Promise.all(found)).flat()
      return { state: bindings.length > 0 ? 'AUTHENTICATED' : 'UNAUTHENTICATED', bindings }
    },
    showWaiting: (address, messages) => showWaiting(ari, address, messages),
    browserPhones: browsers,
    park: (call, by, number) => requestParking(ari, call, by, number),
    replaceSlots: (slots) => runExclusive(`${url} slots`, () => slotLamps.replaceAll(slots)),
    setRecording: (call, isOn) => requestRecording(ari, call, isOn),
    async findCallable(address) {
      return watch?.isLost() ? [] : findCallable(ari, await browsers.endpointsOf(address))
    },
    listen: listeners.add,
    trunks,
    look: (address) => (address ? watch?.touch(address) : watch?.restart()),
    async ping() {
      await ping()
      await phones.ping()
    },
    async listWarnings() {
      const problems = await Promise.all([findRecordingProblem(ari), transferSupport.findProblem()])
      return problems.filter((problem) => problem !== undefined)
    },
    async start() {
      if (watch) return
      const announcements = createAnnouncementSounds({ ari, log, spokenUrl: options.spokenUrl })
      const runner = createCallRunner({
        ari,
        router: options.planCall,
        promptUrl: options.promptUrl,
        messageUrl: options.messageUrl,
        openMailbox: options.openMailbox,
        openRoom: options.openRoom,
        announcements,
        endpointsOf: browsers.endpointsOf,
        findAtPeers: among.findAtPeers,
        findRecordingRules: options.findRecordingRules,
        transferSupport,
        outgoing: options.outgoing,
        queueLines: options.queueLines,
        findTrunkOfCall: options.findTrunkOfCall,
        log,
        tell: listeners.emit,
      })
      const callsAlone = createCallsAlone(ari, phones, listeners.emit)
      watch = createAsteriskWatch({
        ari,
        log,
        endpointsOf: browsers.endpointsOf,
        tell: listeners.emit,
        async onBegin(channels) {
          const problem = await findRecordingProblem(ari)
          if (problem) log.error(problem)
          await transferSupport.begin()
          await announcements.begin()
          await meetPeers(phones, among.introduction, log)
          await endReturned()
          await runner.adopt(channels)
          await callsAlone.report()
        },
        onEvent(event) {
          runner.onEvent(event)
          callsAlone.onEvent(event).catch((error) => log.warn({ err: error }, 'a call is reported later'))
        },
        onStop: runner.stop,
      })
      watch.start()
      securityEvents.start()
      trunks.start()
      browsers.start()
    },
    async stop() {
      securityEvents.stop()
      browsers.stop()
      const ending = watch
      watch = undefined
      await ending?.stop()
      await trunks.stop()
    },
    async close() {
      ari.close()
      await phones.close()
    },
  }
}

/** Refuse accounts that the configuration of Asterisk would never admit. */
function checkAccount({ number, domain }: PbxAddress): void {
  if (!parseAddress(`${number}@${domain}`) || domain !== domain.toLowerCase()) {
    throw new PbxFailure('Asterisk takes only numbers of 1 to 15 digits at a domain of small letters.')
  }
}

type PbxListener = (event: PbxEvent) => void

/** The listeners of a PBX. One that fails does not keep the others from hearing the event. */
function createPbxListeners(log: Logger) {
  const listeners: PbxListener[] = []
  return {
    add: (listener: PbxListener) => void listeners.push(listener),
    emit(event: PbxEvent): void {
      for (const listener of listeners) {
        try {
          listener(event)
        } catch (error) {
          log.error({ err: error }, 'a listener of the PBX failed')
        }
      }
    },
  }
}
