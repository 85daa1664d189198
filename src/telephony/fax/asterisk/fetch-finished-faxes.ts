import type { Logger } from '../../../platform/log.ts'
import type { FaxLineListener } from '../faxes/fax-line.ts'
import { readFailure, readTransmission } from './fax-result.ts'
import {
  callOfEnd,
  channelOfFax,
  endName,
  type FaxSpool,
  type InboundName,
  idOfPages,
  idOfResult,
  outboundNames,
  readInboundName,
} from './fax-spool.ts'

/** Reports what is finished at Asterisk, and removes it there once it is stored here. */
export async function fetchFinishedFaxes(spool: FaxSpool, hear: FaxLineListener, log: Logger): Promise<void> {
  const names = new Set(await spool.list())
  const failures: unknown[] = []
  // One that cannot be stored must not hold up the others.
  for (const name of names) await collect(name).catch((error) => failures.push(error))
  if (failures.length > 0) throw failures[0]

  async function collect(name: string): Promise<void> {
    const inbound = readInboundName(name)
    const sent = idOfResult(name)
    if (inbound) await collectInbound(inbound, name)
    else if (sent !== undefined) await collectResult(sent, name)
    else if (await isLeftOver(name)) await spool.remove(name)
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

  async function collectInbound({ call, to, from }: InboundName, name: string): Promise<void> {
    if (await spool.isCalling(call)) return
    const end = endName(call)
    // Without it, Asterisk has died: what has come may be complete.
    const about = names.has(end) ? readTransmission(String(await spool.read(end))) : undefined
    const isTaken = await hear({
      kind: 'received',
      lineId: `asterisk-${call}`,
      from: from === '' ? (about?.station ?? '') : `+${from}`,
      fromName: '',
      to,
      tiff: await spool.read(name),
      isComplete: about?.isComplete ?? false,
    })
    if (!isTaken) log.error({ to, call }, 'a fax was received for a number that nobody has any more')
    await spool.remove(name)
    await spool.remove(end)
  }

  /** Ends of calls without a fax, and pages that an Asterisk has fetched before it died. */
  async function isLeftOver(name: string): Promise<boolean> {
    const ended = callOfEnd(name)
    if (ended !== undefined) {
      const hasFax = [...names].some((one) => readInboundName(one)?.call === ended)
      return !hasFax && !(await spool.isCalling(ended))
    }
    const id = idOfPages(name)
    return (
      id !== undefined && !names.has(outboundNames(id).result) && !(await spool.isCalling(channelOfFax(id)))
    )
  }
}
