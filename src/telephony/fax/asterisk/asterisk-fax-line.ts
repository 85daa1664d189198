import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../../../platform/log.ts'
import { createAri } from '../../phones/pbx/asterisk/ari.ts'
import { FAX_CONTEXT } from '../../phones/pbx/asterisk/fax-dialplan.ts'
import { PbxFailure } from '../../phones/pbx/pbx.ts'
import { type FaxLine, FaxLineFailure, type FaxLineListener, type OutboundFax } from '../faxes/fax-line.ts'
import { channelOfFax, createFaxSpool, outboundNames } from './fax-spool.ts'
import { fetchFinishedFaxes } from './fetch-finished-faxes.ts'

const LOOK_EVERY_MS = 1000
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
      await pause(hasFailed ? LOOK_AFTER_FAILURE_MS : LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
    }
  }

  return {
    async send(fax) {
      const dial = await findDialString(fax.companyId, fax.to)
      if (dial === undefined) {
        throw new FaxLineFailure('The company has no trunk over which the fax could leave this server', false)
      }
      await call(fax, dial).catch((error) => {
        throw error instanceof PbxFailure ? new FaxLineFailure('Asterisk does not answer', true) : error
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
