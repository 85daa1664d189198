import type { Logger } from '../../../../../platform/logging/log.ts'
import { formatParty, isExternal } from '../../call-party.ts'
import type { CallRequest, CallRouter } from '../../flow/call-plan.ts'
import { newCall } from '../../flow/call-state.ts'
import type { CallParty, ExternalParty, PbxAddress, PbxEvent } from '../../pbx.ts'
import type { Ari } from '../ari/ari.ts'
import { type AriChannel, partyOfChannel, TRUNK_VARIABLE } from '../ari/ari-channel.ts'
import { endChannel } from '../ari/end-channel.ts'
import type { TransferSupport } from '../phones/transfer-support.ts'
import { addRunningCall, type FeedCall, type RunningCall, type RunningCalls } from './running-calls.ts'

export interface CallBeginningsUse {
  readonly ari: Ari
  readonly running: RunningCalls
  readonly feed: FeedCall
  readonly router: CallRouter
  readonly transferSupport: TransferSupport
  findTrunkOfCall(trunk: string, dialled: string): Promise<string>
  readonly log: Logger
  tell(event: PbxEvent): void
}

/** How calls begin: who calls, and what the number is. */
export function createCallBeginnings(use: CallBeginningsUse) {
  const { ari, running, feed, router, log, tell } = use

  async function plan(
    call: RunningCall,
    from: PbxAddress | undefined,
    dialled: string,
    more: Partial<CallRequest> = {},
  ): Promise<void> {
    const name = formatParty(call.caller)
    const ofCaller = [...running.byCaller.values()].filter(({ caller }) => formatParty(caller) === name)
    const callsOfCaller = ofCaller.length
    const { caller, dialled: did } = call
    const request = { caller, from, dialled, did, prefix: '', callsOfCaller, ...more }
    feed(call, { kind: 'planned', plan: await router(request) })
  }

  function beginAs(id: string, caller: CallParty, dialled: string): void {
    const call = addRunningCall(running, id, caller, newCall, dialled)
    if (!isExternal(caller)) tell({ kind: 'callBegan', call: call.id, address: caller, dialled })
    beginPlanning(call, dialled).catch((error) => {
      log.error({ err: error }, 'a call could not be planned')
      feed(call, { kind: 'failed' })
    })
  }

  /** Other companies may have the same provider. The channel remembers whose call it is. */
  async function findOwnTrunk(call: RunningCall, caller: ExternalParty, dialled: string): Promise<void> {
    const trunk = await use.findTrunkOfCall(caller.trunk, dialled)
    if (trunk === caller.trunk) return
    call.caller = { ...caller, trunk }
    await ari.call('POST', `channels/${call.id}/variable`, { variable: TRUNK_VARIABLE, value: trunk })
  }

  async function beginPlanning(call: RunningCall, dialled: string): Promise<void> {
    const { caller } = call
    if (isExternal(caller)) {
      await findOwnTrunk(call, caller, dialled)
      // The caller may have hung up in the meantime.
      if (running.byCaller.get(call.id) !== call) return
      tell({ kind: 'callBegan', call: call.id, address: call.caller, dialled })
      return plan(call, undefined, dialled)
    }
    await use.transferSupport.enable(call.id)
    return plan(call, caller, dialled)
  }

  return {
    /** Plans where a call goes on. */
    plan,
    atChannel(channel: AriChannel, dialled: string): void {
      const caller = partyOfChannel(channel)
      if (caller) beginAs(channel.id, caller, dialled)
      else endChannel(ari, channel.id)
    },
    /** The channel of this caller is connected already. */
    as: beginAs,
  }
}
