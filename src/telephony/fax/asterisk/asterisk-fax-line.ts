import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../../../platform/logging/log.ts'
import { type Ari, createAri, ignoreMissing } from '../../phones/pbx/asterisk/ari/ari.ts'
import { FAX_CONTEXT } from '../../phones/pbx/asterisk/config/fax-dialplan.ts'
import { PbxFailure } from '../../phones/pbx/pbx.ts'
import { type FaxLine, FaxLineFailure, type FaxLineListener, type OutboundFax } from '../faxes/fax-line.ts'
import { readFailure, readTransmission } from './fax-result.ts'

const INTERVAL_MS = 1000
const LOOK_AFTER_FAILURE_MS = 5000

/** How Asterisk calls a number for a company: `PJSIP/+12025550199@trunk-1`. undefined: the company has no trunk. */
export type FindDialString = (companyId: number, to: string) => Promise<string | undefined>

export interface AsteriskFaxOptions {
  /** `http://switchboard:password@127.0.0.1:8088` */
  readonly url: string
  readonly findDialString: FindDialString
  readonly log: Logger
}

/** Sends and receives over an Asterisk with our configuration, by T.38 or G.711. */
export function createAsteriskFaxLine({ url, findDialString, log }: AsteriskFaxOptions): FaxLine {
  const ari = createAri(url)
  const spool = createFaxSpool(ari)
  let listener: FaxLineListener | undefined
  let looking: { stopping: AbortController; ended: Promise<void> } | undefined

  async function call(fax: OutboundFax, dial: string): Promise<void> {
    // Sent again by a server that did not live to see how it went.
    if (await spool.isCalling(channelOfFax(fax.id))) return
    if ((await spool.list()).includes(outboundNames(fax.id).result)) return
    const place = { context: FAX_CONTEXT, extension: 'wait', priority: 1 }
    await ari.call(
      'POST',
      'channels',
      { endpoint: `Local/send@${FAX_CONTEXT}`, channelId: channelOfFax(fax.id), ...place },
      { variables: variablesOf(fax, dial) },
    )
  }

  /** Looks for what is finished: the same after a restart as in between. */
  async function look(hear: FaxLineListener, { signal }: AbortController): Promise<void> {
    let hasFailed = false
    while (!signal.aborted) {
      try {
        await fetchFinishedFaxes(spool, hear, log)
        hasFailed = false
      } catch (error) {
        // Log it once, not at each attempt.
        log[hasFailed ? 'debug' : 'warn']({ err: error }, 'fetching faxes from Asterisk failed; trying again')
        hasFailed = true
      }
      await pause(hasFailed ? LOOK_AFTER_FAILURE_MS : INTERVAL_MS, undefined, { signal }).catch(() => {})
    }
  }

  return {
    async send(fax) {
      const dial = await findDialString(fax.companyId, fax.to)
      if (dial === undefined) {
        throw new FaxLineFailure(
          'The organization has no trunk over which the fax could leave this server',
          false,
        )
      }
      await call(fax, dial).catch((error) => {
        throw error instanceof PbxFailure ? new FaxLineFailure('Asterisk does not respond', true) : error
      })
    },
    listen(one) {
      listener = one
    },
    async start() {
      if (looking || !listener) return
      const stopping = new AbortController()
      looking = { stopping, ended: look(listener, stopping) }
    },
    async stop() {
      const ending = looking
      looking = undefined
      ending?.stopping.abort()
      await ending?.ended
      ari.close()
    },
  }
}

/** For the dialplan. */
const variablesOf = ({ id, from, fromName, url, tiff }: OutboundFax, dial: string) => ({
  FAX_ID: id,
  FAX_URL: url,
  FAX_BYTES: String(tiff.length),
  FAX_FROM: from,
  FAX_NAME: fromName.replace(/["\\<>\p{Cc}]/gu, ' '),
  FAX_DIAL: dial,
})

/** Reports what is finished at Asterisk, and removes it there once it is stored here. */
async function fetchFinishedFaxes(spool: FaxSpool, hear: FaxLineListener, log: Logger): Promise<void> {
  const names = new Set(await spool.list())
  const failures: unknown[] = []
  // One that cannot be stored must not hold up the others.
  for (const name of names) await collect(name).catch((error) => failures.push(error))
  if (failures.length > 0) throw failures[0]

  async function collect(name: string): Promise<void> {
    const inbound = readInboundName(name)
    const [sent, sending, ended] = [idOfResult(name), idOfPages(name), callOfEnd(name)]
    if (inbound) await collectInbound(inbound, name)
    if (sent !== undefined) await collectResult(sent, name)
    if (sending !== undefined) await collectLost(sending, name)
    if (ended !== undefined) await removeEnd(ended, name)
  }

  async function collectResult(id: string, name: string): Promise<void> {
    const text = String(await spool.read(name))
    // It is being written.
    if (text === '') return
    const failure = readFailure(text)
    log.info({ fax: id, result: text }, 'a fax has left Asterisk')
    await hear(
      failure ? { kind: 'ended', id, status: 'failed', failure } : { kind: 'ended', id, status: 'delivered' },
    )
    // The result goes last: without it the fax would be sent again.
    await spool.remove(outboundNames(id).pages)
    await spool.remove(name)
  }

  async function collectInbound({ call, companyId, to, from }: InboundName, name: string): Promise<void> {
    if (await spool.isCalling(call)) return
    const end = endName(call)
    // Without it, Asterisk has died: what has come may be complete.
    const isThere = names.has(end) || (await spool.list()).includes(end)
    const about = isThere ? readTransmission(String(await spool.read(end))) : undefined
    const isTaken = await hear({
      kind: 'received',
      lineId: `asterisk-${call}`,
      companyId,
      from: from === '' ? (about?.station ?? '') : `+${from}`,
      fromName: '',
      to,
      tiff: await spool.read(name),
      isComplete: about?.isComplete ?? false,
    })
    if (!isTaken)
      log.error({ to, call }, 'a fax could not be stored: its company is gone, or it is too large')
    await spool.remove(name)
    await spool.remove(end)
  }

  /** Pages that are being sent, unless Asterisk has died. */
  async function collectLost(id: string, name: string): Promise<void> {
    const { result } = outboundNames(id)
    if (names.has(result) || (await spool.isCalling(channelOfFax(id)))) return
    // It may have ended since the list was made.
    if ((await spool.list()).includes(result)) return
    const failure = new FaxLineFailure('Asterisk has stopped during the call', true)
    await hear({ kind: 'ended', id, status: 'failed', failure })
    await spool.remove(name)
  }

  /** The end of a call in which no fax came. */
  async function removeEnd(call: string, name: string): Promise<void> {
    const hasFax = [...names].some((one) => readInboundName(one)?.call === call)
    if (!hasFax && !(await spool.isCalling(call))) await spool.remove(name)
  }
}

/**
 * The files of faxes at Asterisk: in its folder of recordings, the only one that ARI delivers. The dialplan writes them
 * (`fax-dialplan.ts`), and they stay until we have stored what they say.
 */
function createFaxSpool(ari: Ari) {
  const pathOf = (name: string) => `recordings/stored/${encodeURIComponent(name)}`
  return {
    async list(): Promise<readonly string[]> {
      const all = await ari.call<{ name: string }[]>('GET', 'recordings/stored')
      return all.map(({ name }) => name).filter((name) => name.startsWith('fax-'))
    },
    read: (name: string) => ari.read(`${pathOf(name)}/file`),
    async remove(name: string): Promise<void> {
      await ari.call('DELETE', pathOf(name)).catch(ignoreMissing)
    },
    /** Whether this channel is in a call. */
    async isCalling(channel: string): Promise<boolean> {
      const found = await ari.call('GET', `channels/${encodeURIComponent(channel)}`).catch(ignoreMissing)
      return found !== undefined
    },
  }
}

type FaxSpool = ReturnType<typeof createFaxSpool>

/** The channel that sends a fax. */
const channelOfFax = (id: string) => `fax-${id}`

/** The names of the files of an outbound fax. */
const outboundNames = (id: string) => ({ pages: `fax-out-${id}`, result: `fax-result-${id}` })

/** The id of a fax that is over, by the name of its result. */
const idOfResult = (name: string) => /^fax-result-([0-9a-f]{24})$/.exec(name)?.[1]

/** The id of a fax, by the name of its pages. */
const idOfPages = (name: string) => /^fax-out-([0-9a-f]{24})$/.exec(name)?.[1]

interface InboundName {
  /** the channel of the call */
  readonly call: string
  readonly companyId: number
  /** E.164 */
  readonly to: string
  /** digits; empty: unknown */
  readonly from: string
}

/** `fax-in-1794925863.29-1-12025550111-12025550777` */
function readInboundName(name: string): InboundName | undefined {
  const [, call, company, to, from] = /^fax-in-([\w.]+)-(\d+)-(\d+)-(\d*)$/.exec(name) ?? []
  return call === undefined ? undefined : { call, companyId: Number(company), to: `+${to}`, from: from! }
}

/** The name of the file that says how a call of `fax-in-...` ended. */
const endName = (call: string) => `fax-end-${call}`

const callOfEnd = (name: string) => /^fax-end-([\w.]+)$/.exec(name)?.[1]
