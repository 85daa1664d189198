import type { CallerId } from '../pbx/flow/call-plan.ts'
import { callerIdOf } from '../trunks/outgoing-caller-id.ts'

/** Somebody outside calls the company. */
export interface OutsideCaller {
  /** the number of the company that was dialled, as E.164; undefined: not known */
  readonly did: string | undefined
  /** of the caller, as E.164; undefined: withheld, or no number */
  readonly number: string | undefined
}

/**
 * What numbers outside see when a call follows somebody, by `findmefollow_changecid`; undefined: the same as of other
 * calls of the extension.
 */
export function followedCallerId(
  data: Readonly<Record<string, unknown>>,
  name: string,
  outside: OutsideCaller | undefined,
  country: string,
): CallerId | undefined {
  const text = textOf(String(data.findmefollow_changecid), String(data.findmefollow_fixedcid), outside)
  const callerId = callerIdOf(text ?? '', name, country)
  return callerId.number === '' ? undefined : callerId
}

function textOf(mode: string, fixed: string, outside: OutsideCaller | undefined): string | undefined {
  if (mode === 'fixed' || (mode === 'extern' && outside)) return fixed
  // Trunks take any caller id of ours, so that there is nothing to force.
  return mode === 'did' || mode === 'forcedid' ? outside?.did : undefined
}
