import type { Logger } from '../../../platform/log.ts'
import { FaxLineFailure, type FaxLineListener } from '../faxes/fax-line.ts'
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
