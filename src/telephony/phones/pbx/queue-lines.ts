import type { AgentPlan, CallerId, PhoneTarget, QueueVisit } from './flow/call-plan.ts'
import type { CallInput, CallState } from './flow/call-state.ts'
import type { PbxAddress, SignIn } from './pbx.ts'

/** A caller in line, with whom the PBX goes on when it is fed. */
export interface WaitingCall {
  readonly visit: QueueVisit
  state(): CallState
  feed(input: CallInput): void
}

/** An agent is to call somebody back. */
export interface Callback {
  readonly id: string
  readonly companyId: number
  readonly agent: PhoneTarget
  /** what the agent's phone shows */
  readonly callerId: CallerId
  /** how long it rings */
  readonly seconds: number
}

/** A PBX, as the lines use it. */
export interface QueuePbx {
  /** Whether the phones of this address are here, and not at another PBX. */
  serves(address: PbxAddress): Promise<boolean>
  /** The agent's phone rings; once it is answered, it calls the number. Resolves to whether it was answered. */
  callBack(callback: Callback): Promise<boolean>
  /** Nobody called back in time. */
  expire(callback: Pick<Callback, 'id' | 'companyId'>): void
}

/** Who waits for whom, at all PBXs. */
export interface QueueLines {
  enter(call: WaitingCall): void
  /** `agent`: who has answered; undefined: nobody. */
  leave(call: WaitingCall, agent: PbxAddress | undefined): void
  /** From now on agents ring for callers who are in line at this PBX. */
  connect(pbx: QueuePbx): void
  disconnect(pbx: QueuePbx): void
  /** What an agent wants who dials to sign in or out; undefined: the agent is in no such queue. */
  findSignIn(plan: AgentPlan): Promise<SignIn | undefined>
}
